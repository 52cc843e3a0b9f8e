import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { ChangeKind, Decision, ItemDiff } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { Side } from '@quartermaster/contract/endpoints/sync.ts';
import type { ItemContent } from './content-repository.ts';

/** A field that differs between the sides; a dynamic group is one field, as its rows have no identity. */
export type FieldDifference = ItemDiff['fields'][number];

/** The three states of an item; without a base, its content when last synced is not stored. */
export interface Sides {
  base: ItemContent | undefined;
  source: ItemContent | undefined;
  target: ItemContent | undefined;
}

/** The fields that differ, and the sides that changed them. */
export function differencesOf({ base, source, target }: Sides): FieldDifference[] {
  const [from, to] = [source?.values ?? {}, target?.values ?? {}];
  const ids = new Set([...Object.keys(from), ...Object.keys(to)]);
  return [...ids].flatMap((id): FieldDifference[] => {
    if (same(from[id], to[id])) return [];
    return [{ field_id: id, change: kindOf(from[id], to[id]), changed_in: changedIn(base?.values, from, to, id) }];
  });
}

const kindOf = (from: unknown, to: unknown): ChangeKind => {
  if (to === undefined) return 'added';
  return from === undefined ? 'removed' : 'updated';
};

function changedIn(base: ItemValues | undefined, from: ItemValues, to: ItemValues, id: string) {
  if (!base) return 'unknown';
  if (same(base[id], to[id])) return 'source';
  return same(base[id], from[id]) ? 'target' : 'both';
}

/** Documents come from the database, which stores equal ones identically. */
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** True if both sides have changed the label, or the base is not stored. */
const isLabelOpen = ({ base, source, target }: Sides): boolean =>
  source?.label !== target?.label && (!base || (base.label !== source?.label && base.label !== target?.label));

/**
 * The item that results from a decision by field: omitted fields are taken from the only side that has changed them.
 * Undefined if a field that both have changed is omitted.
 */
export function merge(sides: Sides, { fields = [], label }: Decision): ItemContent | undefined {
  const { base, source, target } = sides;
  if (!source || !target || (isLabelOpen(sides) && !label)) return undefined;
  const words = new Map<string, Side>(fields.map(({ field_id, take }) => [field_id, take]));
  const values: ItemValues = { ...target.values };
  for (const { field_id, changed_in } of differencesOf(sides)) {
    const take = words.get(field_id) ?? (changed_in === 'source' || changed_in === 'target' ? changed_in : undefined);
    if (take === undefined) return undefined;
    const taken = source.values[field_id];
    if (take === 'target') continue;
    if (taken === undefined) delete values[field_id];
    else values[field_id] = taken;
  }
  const from = label ?? (base?.label === target.label ? 'source' : 'target');
  return { label: from === 'source' ? source.label : target.label, values };
}
