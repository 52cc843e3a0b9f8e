import { type ItemValues, sameValue } from '@quartermaster/contract/content/item-fields.ts';
import { leavesOf } from '@quartermaster/contract/content/template-tree.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import type { FieldNode } from '../data/templates.ts';
import type { ChangeKind } from '../ui/change/change-mark.tsx';

type Value = ItemValues[string] | null;

/** A field that differs: a value, or a dynamic group as a whole. */
export interface FieldDifference {
  node: FieldNode;
  /** The names of the groups around it, outermost first. */
  path: string[];
  change: ChangeKind;
  /** Which side has changed it since the last sync; undefined within a row. */
  changedIn?: 'source' | 'target' | 'both' | 'unknown' | undefined;
  before: Value;
  after: Value;
}

/** The fields in which two rows differ. */
export const compareRows = (nodes: readonly FieldNode[], before: ItemValues, after: ItemValues): FieldDifference[] =>
  leavesWithPath(nodes).flatMap(({ node, path }): FieldDifference[] => {
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

/** The fields of one level, with the names of the groups around them. */
export const leavesWithPath = (
  nodes: readonly FieldNode[],
  path: string[] = [],
): { node: FieldNode; path: string[] }[] =>
  nodes.flatMap((node) => {
    const { type, label, name } = node.field.settings;
    if (fieldTypeOf(type).holds === 'group') return leavesWithPath(node.children, [...path, label || name]);
    return leavesOf([node]).map((leaf) => ({ node: leaf, path }));
  });
