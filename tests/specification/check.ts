import type { Run } from './reports.ts';
import type { Row } from './row.ts';

/** The rows of one section; every row's id starts with the section's. */
export type Section = { id: string; title: string; rows: Row[] };

/** Sentences about rows that are badly written, whatever the tests say; empty when all is well. */
export function checkRows(sections: Section[]): string[] {
  const problems: string[] = [];
  const seen = new Set<string>();
  for (const section of sections) {
    for (const row of section.rows) {
      if (seen.has(row.id)) problems.push(`${row.id}: the id stands twice`);
      seen.add(row.id);
      problems.push(...checkRow(section, row).map((problem) => `${row.id}: ${problem}`));
    }
  }
  return problems;
}

function checkRow(section: Section, row: Row): string[] {
  const problems: string[] = [];
  const subject = row.id.startsWith(`${section.id}.`) ? row.id.slice(section.id.length + 1) : '';
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(subject)) problems.push(`the id is not ${section.id}.words.in-small-letters`);
  if (row.says.trim() === '') problems.push('says nothing');
  if (row.where.trim() === '') problems.push('names no screen or call');
  if (row.settled?.trim() === '') problems.push('is settled without a word');
  for (const [at, name] of row.shownBy.entries()) {
    if (!/^\S+ > ./.test(name)) problems.push(`"${name}" is not "<file path> > <test title>"`);
    if (row.shownBy.indexOf(name) !== at) problems.push(`names "${name}" twice`);
  }
  return problems;
}

/** Sentences about named tests that did not pass in the run; empty when every named test did. */
export function checkClaims(sections: Section[], run: Run): string[] {
  return sections.flatMap((section) =>
    section.rows.flatMap((row) =>
      row.shownBy.flatMap((name) => {
        const problem = checkClaim(name, run);
        return problem === undefined ? [] : [`${row.id}: "${name}" ${problem}`];
      }),
    ),
  );
}

function checkClaim(name: string, run: Run): string | undefined {
  const outcome = run.outcomes.get(name);
  if (outcome === 'passed') return undefined;
  if (outcome === 'failed') return 'failed';
  if (outcome === 'skipped') return 'was skipped';
  if (outcome === 'not run') return 'did not run';
  const file = name.split(' > ', 1)[0] ?? '';
  return run.files.has(file) ? 'does not exist in that file' : 'did not run: no report speaks of that file';
}

/** A row is shown when it names a test and, where there are reports, every test it names passed. */
export function isShown(row: Row, run: Run | undefined): boolean {
  if (row.shownBy.length === 0) return false;
  return run === undefined || row.shownBy.every((name) => run.outcomes.get(name) === 'passed');
}
