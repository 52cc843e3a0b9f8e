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
  return problems;
}

/** Sentences about what the tests of a run show, and whether they have passed; empty when all is as the table says. */
export function checkClaims(sections: Section[], run: Run): string[] {
  const rows = sections.flatMap((section) => section.rows);
  const known = new Set<string>(rows.map(({ id }) => id));
  const unknown = [...run.shownBy].filter(([id]) => !known.has(id));
  return [
    ...unknown.flatMap(([id, names]) => [...names].map((name) => `"${name}" shows ${id}, and there is no such row`)),
    ...rows.flatMap((row) => checkClaim(row, run).map((problem) => `${row.id}: ${problem}`)),
  ];
}

function checkClaim({ id, isOpen }: Row, run: Run): string[] {
  const names = [...(run.shownBy.get(id) ?? [])];
  if (isOpen) return names.map((name) => `is open, and "${name}" shows it`);
  if (names.length === 0) return ['no test that ran shows it'];
  return names.flatMap((name) => {
    const outcome = run.outcomes.get(name);
    return outcome === undefined || outcome === 'passed' ? [] : [`"${name}" ${sayings[outcome]}`];
  });
}

const sayings = { failed: 'failed', skipped: 'was skipped', 'not run': 'did not run' } as const;

/** A row is shown when it is not open and, where there are reports, every test that shows it passed. */
export function isShown({ id, isOpen }: Row, run: Run | undefined): boolean {
  if (isOpen) return false;
  if (run === undefined) return true;
  const names = [...(run.shownBy.get(id) ?? [])];
  return names.length > 0 && names.every((name) => run.outcomes.get(name) === 'passed');
}
