import type { Break } from './break.ts';
import { access } from './breaks/access.ts';
import { comments } from './breaks/comments.ts';
import { host } from './breaks/host.ts';
import { lists } from './breaks/lists.ts';
import { live } from './breaks/live.ts';
import { money } from './breaks/money.ts';
import { running } from './breaks/running.ts';
import { sync } from './breaks/sync.ts';
import { typing } from './breaks/typing.ts';
import type { Section } from './check.ts';
import type { Run } from './reports.ts';

/** All breaks, in order of their rows. */
export const breaks: readonly Break[] = [
  ...access,
  ...comments,
  ...host,
  ...lists,
  ...live,
  ...money,
  ...running,
  ...sync,
  ...typing,
].toSorted((a, b) => a.row.localeCompare(b.row));

/** Problems of invalid breaks, as sentences; empty if there are none. */
export function checkBreaks(all: readonly Break[], sections: readonly Section[]): string[] {
  return all.flatMap((one) => checkBreak(one, sections).map((problem) => `${one.row}: ${problem}`));
}

function checkBreak({ row, says, file }: Break, sections: readonly Section[]): string[] {
  const problems: string[] = [];
  const found = sections.flatMap(({ rows }) => rows).find(({ id }) => id === row);
  if (!found) problems.push('the row does not exist');
  else if (found.isOpen) problems.push('the row is open: no test could notice');
  if (!/^[A-Z].*\.$/.test(says)) problems.push('what it says is not a sentence');
  if (/^(tests|e2e|bench)\//.test(file)) problems.push(`changes a file outside of the product: ${file}`);
  return problems;
}

/** The text of a break's file with the fault, or why it cannot be planted. */
export function plant(text: string, { before, after, file }: Break): { text: string } | { problem: string } {
  const [start, end, ...more] = text.split(before);
  if (start === undefined || end === undefined) return { problem: `${file} no longer has its text` };
  if (more.length > 0) return { problem: `${file} has its text more than once` };
  return { text: start + after + end };
}

/** Whether the tests of a row caught its break. */
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
