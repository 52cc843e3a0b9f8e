import { fieldTypeOf } from '../field-types/registry.ts';
import { contentLimits } from './content-limits.ts';
import type { ItemValues } from './item-fields.ts';
import { leavesOf, type TreeField, type TreeNode } from './template-tree.ts';

/** The field that a template names as its title field. */
export const titleFieldOf = <F extends TreeField>(tree: readonly TreeNode<F>[]): F | undefined =>
  leavesOf(tree).find(({ field }) => field.settings.title === true)?.field;

/** The label that a new item gets from its title field, in one line; empty without a title. */
export function labelFromTitle(tree: readonly TreeNode[], values: ItemValues): string {
  const field = titleFieldOf(tree);
  const text =
    field && textAt(values[field.id], fieldTypeOf(field.settings.type).localised?.path(field.settings) ?? []);
  if (typeof text !== 'string') return '';
  const line = text.trim().replaceAll(/\s+/g, ' ');
  // Half of a pair of surrogates is no letter.
  return line
    .slice(0, contentLimits.labelLength)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim();
}

const textAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), value);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
