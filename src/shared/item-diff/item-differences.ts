import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { InvalidRowError, toItemValues } from '@quartermaster/contract/content/item-values.ts';
import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import type { ItemDiff } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { FieldNode } from '../data/templates.ts';
import { type FieldDifference, leavesWithPath } from './compare-rows.ts';

type Side = ItemDiff['source'];
/** An item in two versions, with the fields in which they differ. */
export interface ComparedItem {
  tree: FieldNode[];
  before: ItemValues;
  after: ItemValues;
  /** As last synced; undefined if it never was, or if that is not stored. */
  base: ItemValues | undefined;
  fields: FieldDifference[];
  /** Rows that do not fit the template, so that they cannot be shown. */
  hasUnreadRows: boolean;
}

/** Compares two versions of an item side by side: `target` is the old one, `source` the new one. */
export function compareItem({ template_fields, base, source, target, fields }: ItemDiff): ComparedItem {
  const tree = buildTree(template_fields);
  const before = valuesOf(tree, target);
  const after = valuesOf(tree, source);
  const known = new Map(fields.map((field) => [field.field_id, field]));
  const found = leavesWithPath(tree).flatMap(({ node, path }): FieldDifference[] => {
    const { id } = node.field;
    const field = known.get(id);
    if (!field) return [];
    const values = { before: before.values[id] ?? null, after: after.values[id] ?? null };
    return [{ node, path, change: field.change, changedIn: field.changed_in, ...values }];
  });
  return {
    tree,
    before: before.values,
    after: after.values,
    base: base ? valuesOf(tree, base).values : undefined,
    fields: found,
    hasUnreadRows: before.isPart || after.isPart,
  };
}

function valuesOf(tree: FieldNode[], side: Side): { values: ItemValues; isPart: boolean } {
  if (!side) return { values: {}, isPart: false };
  try {
    return { values: toItemValues(tree, side.fields), isPart: false };
  } catch (error) {
    // The two versions can have different templates, and a row fits only its own.
    if (!(error instanceof InvalidRowError)) throw error;
    const outside = side.fields.filter(({ template_group_path }) => template_group_path === null);
    return { values: toItemValues(tree, outside), isPart: true };
  }
}
