import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { ImportDecision, ImportDecisions } from '@quartermaster/contract/endpoints/imports.ts';
import { labelField } from '@quartermaster/contract/rules/bulk-edits/operations.ts';
import type { ItemContent } from '../../history/content-repository.ts';
import type { CheckedRow } from './import-row.ts';

type Side = 'new' | 'current';

/** Finds the decision on a conflict; undefined if there is none. */
export type Decide = (row: CheckedRow) => ImportDecision | undefined;

/** The decisions on the items of an import, by item. */
export function decideBy({ conflicts, decisions = [] }: ImportDecisions): Decide {
  const byId = new Map(decisions.map((decision) => [decision.id, decision]));
  return ({ id }) => {
    if (id === null) return undefined;
    return byId.get(id) ?? (conflicts && { id, take: conflicts });
  };
}

/** The sides that a decision takes for the fields that both have changed; undefined if it leaves one open. */
export function sidesOf(
  { conflicts = [] }: CheckedRow,
  decision: ImportDecision | undefined,
): ReadonlyMap<string, Side> | undefined {
  if (!decision) return undefined;
  const { take, fields = [] } = decision;
  if (take !== 'fields') return new Map(conflicts.map((id) => [id, take]));
  const sides = new Map(fields.map(({ field_id, take: side }) => [field_id, side]));
  return conflicts.every((id) => sides.has(id)) ? sides : undefined;
}

/** The content that an item in conflict gets: the row's, with the current values of the fields that keep them. */
export function decidedContent(
  { label, values = {}, conflicts = [] }: CheckedRow,
  current: ItemContent,
  sides: ReadonlyMap<string, Side>,
): ItemContent {
  const unchanged = conflicts.filter((id) => sides.get(id) === 'current');
  const decided: ItemValues = { ...values };
  for (const id of unchanged) {
    const value = current.values[id];
    if (value === undefined) delete decided[id];
    else decided[id] = value;
  }
  return { label: unchanged.includes(labelField) ? current.label : label, values: decided };
}
