import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Section } from './check.ts';
import type { Run } from './reports.ts';

/** A fault that a developer could introduce, as a patch, and the row whose tests have to notice it. */
export type Break = {
  /** The row's id, which is the file's name. */
  row: string;
  /** A sentence that describes the fault: the first line of the file. */
  says: string;
  file: string;
  /** The files that the patch changes. */
  changes: string[];
};

/** Every patch of the folder, in order of row id. */
export function readBreaks(folder: string): Break[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.patch'));
  return names.toSorted().map((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    const [says = ''] = text.split('\n', 1);
    const changes = [...text.matchAll(/^\+\+\+ b\/(.+)$/gm)].map(([, path = '']) => path);
    return { row: name.slice(0, -'.patch'.length), says, file: join(folder, name), changes };
  });
}

/** Problems of invalid breaks, as sentences; empty if there are none. */
export function checkBreaks(breaks: Break[], sections: Section[]): string[] {
  return breaks.flatMap((one) => checkBreak(one, sections).map((problem) => `${one.row}: ${problem}`));
}

function checkBreak({ row, says, changes }: Break, sections: Section[]): string[] {
  const problems: string[] = [];
  const found = sections.flatMap(({ rows }) => rows).find(({ id }) => id === row);
  if (!found) problems.push('the row does not exist');
  else if (found.isOpen) problems.push('the row is open: no test could notice');
  if (!/^[A-Z].*\.$/.test(says)) problems.push('the first line is not a sentence');
  if (changes.length === 0) problems.push('changes no file');
  const tests = changes.filter((path) => /^(tests|e2e|bench)\//.test(path));
  if (tests.length > 0) problems.push(`changes files outside of the product: ${tests.join(', ')}`);
  return problems;
}

/** What the tests of a row made of its break. */
export type Verdict = { caughtBy: string } | { passes: string };

/**
 * A break is caught by a test that fails with it and passes without it. A test that did not run, or that fails without
 * the break too, proves nothing.
 */
export function judge(shownBy: string[], before: Run, after: Run): Verdict {
  const sound = shownBy.filter((name) => before.outcomes.get(name) === 'passed');
  if (sound.length === 0) return { passes: 'no test of the row passes without the break' };
  const caughtBy = sound.find((name) => after.outcomes.get(name) === 'failed');
  if (caughtBy !== undefined) return { caughtBy };
  const ran = sound.some((name) => after.outcomes.get(name) === 'passed');
  return { passes: ran ? 'every test of the row passes' : 'the tests of the row did not start' };
}
