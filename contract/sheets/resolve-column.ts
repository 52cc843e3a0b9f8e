import { contentLimits } from '../content/content-limits.ts';
import { fieldsNamed, namesInLevel, type Vocabulary, wordsOf } from '../content/field-names.ts';
import type { TreeField, TreeNode } from '../content/template-tree.ts';
import { fieldTypeOf } from '../field-types/registry.ts';
import { isLanguage, notLanguage } from '../languages.ts';
import { numberText } from '../number-text.ts';
import { templateDepth } from '../rules/template.ts';

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

/** What a column stands for, or why it stands for nothing though it names a field. */
export type ResolvedColumn = { target: ColumnPlace } | { field: TreeField; reason: string };

/**
 * The place that a column's name stands for, such as `stats.damage`, `drops.2.count`, `drops.#` or `title.de`; undefined if
 * it is no field. Groups that are not dynamic can be left out if one field remains. Names win over ids.
 */
export function resolveColumn(
  tree: readonly TreeNode[],
  name: string,
  vocabulary: Vocabulary = 'names',
): ResolvedColumn | undefined {
  const words = wordsOf(name);
  const known = namesInLevel(tree);
  for (const kind of vocabulary === 'names' ? (['names', 'ids'] as const) : (['ids'] as const))
    for (let at = 1; at <= Math.min(words.length, templateDepth + 1); at += 1)
      for (const node of fieldsNamed(known, words.slice(0, at), kind)) {
        const resolved = resolveLeaf(node, { rows: [], rest: words.slice(at), vocabulary });
        if (resolved) return resolved;
      }
  return undefined;
}

/** What follows the name of a field. */
interface Rest {
  rows: readonly ColumnRow[];
  rest: readonly string[];
  vocabulary: Vocabulary;
}

function resolveLeaf(node: TreeNode, following: Rest): ResolvedColumn | undefined {
  const { field, children } = node;
  const { rows, rest } = following;
  const { holds, localised } = fieldTypeOf(field.settings.type);
  const [next, ...others] = rest;
  if (holds === 'group') return undefined;
  if (holds === 'rows') return resolveInRows(node, following);
  if (next === undefined) return { target: { node, rows, part: { is: 'value' } } };
  if (!localised || children.length > 0 || others.length > 1) return undefined;
  if (others.length === 1 && others[0] !== 'from') return undefined;
  if (!isLanguage(next)) return { field, reason: `${next} ${notLanguage}` };
  return { target: { node, rows, part: { is: others.length === 0 ? 'text' : 'mark', language: next } } };
}

function resolveInRows(group: TreeNode, { rows, rest: [next, ...rest], vocabulary }: Rest): ResolvedColumn | undefined {
  // A list of rows, which only JSON has.
  if (next === undefined) return { target: { node: group, rows, part: { is: 'value' } } };
  if (next === '#') return rest.length === 0 ? { target: { node: group, rows, part: { is: 'count' } } } : undefined;
  if (!/^\d{1,9}$/.test(next) || rest.length === 0) return undefined;
  const number = Number(next);
  if (number < 1 || number > contentLimits.itemRows)
    return { field: group.field, reason: `rows are numbered from 1 to ${numberText(contentLimits.itemRows)}` };
  const inner = resolveColumn(group.children, rest.join('.'), vocabulary);
  if (!inner || 'reason' in inner) return inner;
  const { target } = inner;
  return { target: { ...target, rows: [...rows, { group, index: number - 1 }, ...target.rows] } };
}
