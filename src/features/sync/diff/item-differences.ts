import { type ItemValues, sameValue } from '@quartermaster/contract/content/item-fields.ts';
import { InvalidRowError, toItemValues } from '@quartermaster/contract/content/item-values.ts';
import { buildTree, slotsOf } from '@quartermaster/contract/content/template-tree.ts';
import type { ItemDiff } from '@quartermaster/contract/endpoints/sync.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import type { FieldNode } from '../../../shared/data/templates.ts';
import type { ChangeKind } from '../../../shared/ui/change/change-mark.tsx';

type Side = ItemDiff['source'];
type Value = ItemValues[string] | null;

/** A field that differs: a value, or a dynamic group as a whole. */
export interface FieldDifference {
  node: FieldNode;
  /** The names of the groups around it, outermost first. */
  path: string[];
  change: ChangeKind;
  /** Who has changed it since the last sync; undefined within a row. */
  changedIn?: ItemDiff['fields'][number]['changed_in'];
  before: Value;
  after: Value;
}

/** An item in two versions, with the fields in which they differ. */
export interface ComparedItem {
  tree: FieldNode[];
  before: ItemValues;
  after: ItemValues;
  fields: FieldDifference[];
  /** Rows that do not fit the template, so that they cannot be shown. */
  hasUnreadRows: boolean;
}

/** Puts the two versions of an item side by side: `target` is what it was, `source` what it becomes. */
export function compareItem({ template_fields, source, target, fields }: ItemDiff): ComparedItem {
  const tree = buildTree(template_fields);
  const before = valuesOf(tree, target);
  const after = valuesOf(tree, source);
  const known = new Map(fields.map((field) => [field.field_id, field]));
  const found = placedSlots(tree).flatMap(({ node, path }): FieldDifference[] => {
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
    fields: found,
    hasUnreadRows: before.isPart || after.isPart,
  };
}

function valuesOf(tree: FieldNode[], side: Side): { values: ItemValues; isPart: boolean } {
  if (!side) return { values: {}, isPart: false };
  try {
    return { values: toItemValues(tree, side.fields), isPart: false };
  } catch (error) {
    // The two versions can be of different templates, and a row fits only its own.
    if (!(error instanceof InvalidRowError)) throw error;
    const outside = side.fields.filter(({ template_group_path }) => template_group_path === null);
    return { values: toItemValues(tree, outside), isPart: true };
  }
}

/** The fields in which two rows differ. */
export const compareRows = (nodes: readonly FieldNode[], before: ItemValues, after: ItemValues): FieldDifference[] =>
  placedSlots(nodes).flatMap(({ node, path }): FieldDifference[] => {
    const values = { before: before[node.field.id] ?? null, after: after[node.field.id] ?? null };
    if (isSame(values.before, values.after)) return [];
    const change = isNone(values.before) ? 'added' : isNone(values.after) ? 'removed' : 'updated';
    return [{ node, path, change, ...values }];
  });

const isNone = (value: Value): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

const isSame = (a: Value, b: Value): boolean =>
  (isNone(a) && isNone(b)) ||
  sameValue(a as Parameters<typeof sameValue>[0], b as Parameters<typeof sameValue>[0]) ||
  JSON.stringify(a) === JSON.stringify(b);

/** The slots of one level, with the names of the groups around them. */
const placedSlots = (nodes: readonly FieldNode[], path: string[] = []): { node: FieldNode; path: string[] }[] =>
  nodes.flatMap((node) => {
    const { type, label, name } = node.field.settings;
    if (fieldTypeOf(type).holds === 'group') return placedSlots(node.children, [...path, label || name]);
    return slotsOf([node]).map((slot) => ({ node: slot, path }));
  });
