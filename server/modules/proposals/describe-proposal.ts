import type { ImportOutcome } from '@quartermaster/contract/endpoints/imports.ts';
import type { Proposal, ProposalCheck, ProposedRow } from '@quartermaster/contract/endpoints/proposals.ts';
import { describeRows } from '../../content/change-sets/imports/describe-rows.ts';
import { type CheckedRow, countOutcomes, outcomes } from '../../content/change-sets/imports/import-row.ts';
import type { NewLabels } from '../../content/change-sets/imports/provisional-ids.ts';
import { personOf } from '../../core/base/actor.ts';
import type { Query } from '../../core/database/database.ts';
import { type CheckedChanges, type CheckedPart, fingerprintOf } from './check-service.ts';
import type { ProposalRow } from './repository.ts';

/** How many rows a check returns. */
const firstRows = 200;

export const toProposal = (row: ProposalRow): Proposal => ({
  id: row.id,
  title: row.title,
  note: row.note,
  origin: row.origin,
  state: row.state,
  by: personOf(row),
  created_at: row.created_at.toISOString(),
  items: row.items,
  templates: row.templates,
  decided_by: row.decided_at === null ? null : { id: row.decided_by, name: row.decider ?? '' },
  decided_at: row.decided_at?.toISOString() ?? null,
  decision_note: row.decision_note,
  change_set_id: row.change_set_id,
});

export const toCheck = (checked: CheckedChanges): ProposalCheck => ({
  counts: checked.counts,
  templates: checked.parts.map(({ templateId, rows }) => ({ template_id: templateId, counts: countOutcomes(rows) })),
  fingerprint: fingerprintOf(checked),
});

interface Wanted {
  templateId?: string | undefined;
  outcomes?: readonly ImportOutcome[];
  /** The first line of the page. */
  from?: number;
  limit: number;
}

interface Page {
  rows: ProposedRow[];
  /** The line with which the next page begins. */
  next: number | undefined;
}

/** A page of checked rows: as many as requested, fewer if they are large. */
export async function pageOf(
  query: Query,
  { parts }: CheckedChanges,
  { templateId, outcomes: listed = outcomes, from = 1, limit }: Wanted,
): Promise<Page> {
  const rows: ProposedRow[] = [];
  const newLabels = labelsOfNew(parts);
  for (const part of parts) {
    if (templateId !== undefined && part.templateId !== templateId) continue;
    const rowsOfPart = part.rows.filter(({ line, outcome }) => line >= from && listed.includes(outcome));
    const [first] = rowsOfPart;
    if (!first) continue;
    if (rows.length === limit) return { rows, next: first.line };
    const page = await describePart(query, part, rowsOfPart, { limit: limit - rows.length, newLabels });
    rows.push(...page.rows);
    if (page.next !== undefined) return { rows, next: page.next };
  }
  return { rows, next: undefined };
}

/** Items link to new ones of all templates. */
const labelsOfNew = (parts: readonly CheckedPart[]): NewLabels =>
  new Map(
    parts.flatMap(({ rows }) =>
      rows.flatMap(({ place: index, label }): [number, string][] => (index === undefined ? [] : [[index, label]])),
    ),
  );

/** The first rows of a check: those of one outcome, then those in conflict and refused, then the others. */
export async function firstRowsOf(
  query: Query,
  checked: CheckedChanges,
  first: ImportOutcome = 'conflict',
): Promise<ProposedRow[]> {
  const blocking = (['conflict', 'refused'] as const).toSorted((one) => (one === first ? -1 : 1));
  const groups: readonly (readonly ImportOutcome[])[] = [
    ...blocking.map((one) => [one]),
    ['added', 'changed', 'unchanged'],
  ];
  const rows: ProposedRow[] = [];
  for (const group of groups) {
    const limit = firstRows - rows.length;
    if (limit > 0) rows.push(...(await pageOf(query, checked, { outcomes: group, limit })).rows);
  }
  return rows;
}

async function describePart(
  query: Query,
  { templateId: template_id, model }: CheckedPart,
  rows: readonly CheckedRow[],
  { limit, newLabels }: { limit: number; newLabels: NewLabels },
): Promise<Page> {
  if (!model) return { rows: rows.slice(0, limit).map((row) => unread(template_id, row)), next: rows[limit]?.line };
  const read = async function* () {
    yield { part: 0, rows };
  };
  const all = { from: { part: 0, row: 0 }, limit, wants: () => true, newLabels };
  const page = await describeRows(query, model, read(), all);
  return {
    rows: page.rows.map((row) => ({ template_id, ...row })),
    next: page.next && rows[page.next.row]?.line,
  };
}

/** A row of a template that cannot be read. */
const unread = (template_id: string, { line, outcome, label, refusal }: CheckedRow): ProposedRow => ({
  ...{ template_id, line, outcome, item_id: null, label, version: null, fields: [] },
  refusal: { field_id: null, name: null, path: null, reason: refusal?.reason ?? '', value: null },
});
