import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import { sameSetting } from '@quartermaster/contract/content/template-tree.ts';
import { type FieldValue, isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import { fieldTypeOf, isComputedType } from '@quartermaster/contract/field-types/registry.ts';
import { labelField } from '@quartermaster/contract/rules/bulk-edits/operations.ts';
import type { ItemContent } from '../../history/content-repository.ts';
import type { TemplateModel } from '../../model/template-model.ts';

/** The versions of an item that an import merges. */
export interface ThreeVersions {
  /** The item as the file was made from it; undefined if that version is no longer stored. */
  base: ItemContent | undefined;
  /** The item as it is now. */
  current: ItemContent;
  /** The item as the file was made from it, with the values of its row. */
  imported: ItemContent;
  /** The fields that the row names. */
  named: readonly string[];
}

/** The item with the changes of a row, and the fields that the row and others have changed: they have the row's values. */
export interface Merged extends ItemContent {
  isChanged: boolean;
  conflicts: string[];
}

/** Gives an item the values that a row has changed since the version that it was made from. */
export function mergeVersions(model: TemplateModel, { base, current, imported, named }: ThreeVersions): Merged {
  const values: ItemValues = { ...current.values };
  const conflicts: string[] = [];
  let [label, isChanged] = [current.label, false];
  const side = sideOf(base?.label, current.label, imported.label, base !== undefined);
  if (side === 'both') conflicts.push(labelField);
  if (side !== 'current') [label, isChanged] = [imported.label, true];
  for (const id of named) {
    const [was, is, asked] = [base?.values[id], current.values[id], imported.values[id]].map((value) =>
      comparable(model, id, value),
    );
    const changedIn = sideOf(was, is, asked, base !== undefined);
    if (changedIn === 'current') continue;
    const joint = changedIn === 'both' && base ? joined(model, id, [base, current, imported]) : undefined;
    if (changedIn === 'both' && joint === undefined) conflicts.push(id);
    const value = joint === undefined ? imported.values[id] : joint;
    isChanged = true;
    if (isEmpty(value)) delete values[id];
    else if (value !== undefined) values[id] = value;
  }
  return { label, values, isChanged, conflicts };
}

/** Which side's changes a value has; `current` if the file changes nothing, or both have made the same change. */
function sideOf(base: unknown, current: unknown, imported: unknown, isKnown: boolean): 'new' | 'current' | 'both' {
  if (same(imported, current)) return 'current';
  if (!isKnown) return 'both';
  if (same(imported, base)) return 'current';
  return same(current, base) ? 'new' : 'both';
}

const same = (a: unknown, b: unknown): boolean => sameSetting(a, b) || (isEmpty(a) && isEmpty(b));

/** The changes of both in one value, for a value of independent parts; undefined if both have changed the same part. */
function joined(
  { leaves }: TemplateModel,
  id: string,
  versions: readonly [ItemContent, ItemContent, ItemContent],
): FieldValue | undefined {
  const settings = leaves.get(id)?.field.settings;
  const localised = settings && fieldTypeOf(settings.type).localised;
  if (!settings || !localised) return undefined;
  const [base, theirs, mine] = versions.map(({ values }) => (values[id] ?? null) as FieldValue);
  return localised.merge(settings, base ?? null, theirs ?? null, mine ?? null);
}

/** A value without those of computed and of removed fields in its rows, which no file sets. */
function comparable(model: TemplateModel, id: string, value: ItemValues[string] | undefined): unknown {
  const leaf = model.leaves.get(id);
  if (!leaf?.holdsRows || isEmpty(value)) return value;
  return withoutComputed(model, rowsOf(value));
}

const withoutComputed = (model: TemplateModel, rows: readonly ItemValues[]): unknown[] =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).flatMap(([id, value]): [string, unknown][] => {
        const leaf = model.leaves.get(id);
        if (!leaf || isComputedType(leaf.field.settings.type)) return [];
        return [[id, leaf.holdsRows ? withoutComputed(model, rowsOf(value)) : value]];
      }),
    ),
  );
