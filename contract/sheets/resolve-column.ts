import { contentLimits } from '../content/content-limits.ts';
import { levelOf, type TreeField, type TreeNode } from '../content/template-tree.ts';
import { fieldTypeOf } from '../field-types/registry.ts';
import { isLanguage, notLanguage } from '../languages.ts';
import { numberText } from '../number-text.ts';

/** A row of a dynamic group in the name of a column. */
export interface ColumnRow {
  group: TreeNode;
  /** From 0. */
  index: number;
}

/** The place of a column's values. */
export interface ColumnPlace {
  node: TreeNode;
  rows: readonly ColumnRow[];
  /** The value itself, the number of rows, or the text in a language or its mark. */
  part: { is: 'value' } | { is: 'count' } | TextPart;
}

/** A text in a language, or the mark of the text that it was made from. */
export interface TextPart {
  is: 'text' | 'mark';
  language: string;
}

type Resolved = { place: ColumnPlace } | { field: TreeField; reason: string };

/**
 * The place that a column's name stands for, such as `stats.damage`, `drops.2.count`, `drops.#` or `title.de`; undefined if
 * it is no field. Groups that are not dynamic can be left out.
 */
export function resolveColumn(tree: readonly TreeNode[], name: string): Resolved | undefined {
  const parts = (name.startsWith('.') ? name.slice(1) : name).split('.');
  const rows: ColumnRow[] = [];
  let nodes = tree;
  for (const [at, id] of parts.entries()) {
    const group = findGroup(nodes, id);
    if (group) {
      nodes = group.children;
      continue;
    }
    const { leaves, places } = levelOf(nodes);
    const node = leaves[places.get(id) ?? -1];
    return node && resolveLeaf(node, rows, parts.slice(at + 1));
  }
  return undefined;
}

function findGroup(nodes: readonly TreeNode[], id: string): TreeNode | undefined {
  const groups = nodes.filter(({ field }) => fieldTypeOf(field.settings.type).holds === 'group');
  return groups.find(({ field }) => field.id === id) ?? firstOf(groups, ({ children }) => findGroup(children, id));
}

function firstOf<T, R>(list: readonly T[], find: (entry: T) => R | undefined): R | undefined {
  for (const entry of list) {
    const found = find(entry);
    if (found !== undefined) return found;
  }
  return undefined;
}

function resolveLeaf(node: TreeNode, rows: readonly ColumnRow[], rest: readonly string[]): Resolved | undefined {
  const { field, children } = node;
  const { holds, sourceOf } = fieldTypeOf(field.settings.type);
  const [next, ...others] = rest;
  if (holds === 'rows') return resolveInRows(node, rows, rest);
  if (next === undefined) return { place: { node, rows, part: { is: 'value' } } };
  if (!sourceOf || children.length > 0 || others.length > 1) return undefined;
  if (others.length === 1 && others[0] !== 'from') return undefined;
  if (!isLanguage(next)) return { field, reason: `${next} ${notLanguage}` };
  return { place: { node, rows, part: { is: others.length === 0 ? 'text' : 'mark', language: next } } };
}

function resolveInRows(
  group: TreeNode,
  rows: readonly ColumnRow[],
  [next, ...rest]: readonly string[],
): Resolved | undefined {
  // A list of rows, which only JSON has.
  if (next === undefined) return { place: { node: group, rows, part: { is: 'value' } } };
  if (next === '#') return rest.length === 0 ? { place: { node: group, rows, part: { is: 'count' } } } : undefined;
  if (!/^\d{1,9}$/.test(next) || rest.length === 0) return undefined;
  const number = Number(next);
  if (number < 1 || number > contentLimits.itemRows)
    return { field: group.field, reason: `rows are numbered from 1 to ${numberText(contentLimits.itemRows)}` };
  const inner = resolveColumn(group.children, rest.join('.'));
  if (!inner || 'reason' in inner) return inner;
  const { place } = inner;
  return { place: { ...place, rows: [...rows, { group, index: number - 1 }, ...place.rows] } };
}
