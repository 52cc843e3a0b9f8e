import type { Run } from './reports.ts';
import type { Row } from './row.ts';

/** The rows of one section; every row's id starts with the section's. */
export type Section = { id: string; title: string; rows: Row[] };

/** Problems of invalid rows, as sentences, whatever the tests show; empty if there are none. */
export function checkRows(sections: Section[]): string[] {
  const problems: string[] = [];
  const seen = new Set<string>();
  for (const section of sections) {
    for (const row of section.rows) {
      if (seen.has(row.id)) problems.push(`${row.id}: the id is duplicated`);
      seen.add(row.id);
      problems.push(...checkRow(section, row).map((problem) => `${row.id}: ${problem}`));
    }
  }
  return problems;
}

function checkRow(section: Section, row: Row): string[] {
  const problems: string[] = [];
  const subject = row.id.startsWith(`${section.id}.`) ? row.id.slice(section.id.length + 1) : '';
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(subject)) problems.push(`the id is not ${section.id}.words.in-lower-case`);
  if (row.says.trim() === '') problems.push('has no statement');
  if (row.where.trim() === '') problems.push('has no screen or call');
  if (row.settled?.trim() === '') problems.push('has an empty explanation');
  return problems;
}

/**
 * Problems of what the tests of a run show and whether they passed, as sentences; empty if the run matches the table.
 */
export function checkClaims(sections: Section[], run: Run): string[] {
  const rows = sections.flatMap((section) => section.rows);
  const known = new Set<string>(rows.map(({ id }) => id));
  const unknown = [...run.shownBy].filter(([id]) => !known.has(id));
  return [
    ...unknown.flatMap(([id, names]) => [...names].map((name) => `"${name}" shows ${id}, which is not a row`)),
    ...rows.flatMap((row) => checkClaim(row, run).map((problem) => `${row.id}: ${problem}`)),
  ];
}

function checkClaim({ id, isOpen }: Row, run: Run): string[] {
  const names = [...(run.shownBy.get(id) ?? [])];
  if (isOpen) return names.map((name) => `is open, but "${name}" shows it`);
  if (names.length === 0) return ['no test that ran shows it'];
  return names.flatMap((name) => {
    const outcome = run.outcomes.get(name);
    return outcome === undefined || outcome === 'passed' ? [] : [`"${name}" ${sayings[outcome]}`];
  });
}

const sayings = { failed: 'failed', skipped: 'was skipped', 'not run': 'did not run' } as const;

/** A row is shown if it is not open, and every test of the run that shows it passed. */
export function isShown({ id, isOpen }: Row, run: Run): boolean {
  if (isOpen) return false;
  const names = [...(run.shownBy.get(id) ?? [])];
  return names.length > 0 && names.every((name) => run.outcomes.get(name) === 'passed');
}
