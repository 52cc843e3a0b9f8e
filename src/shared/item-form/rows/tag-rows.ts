import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { fieldTypeOf, isComputedType } from '@quartermaster/contract/field-types/registry.ts';
import { fieldTypeViewOf } from '../../field-types/registry.ts';
import { isFlat } from './flat-group.ts';

/** Fields with wider cells than this, in pixels, do not fit into a tag. */
const widestCell = 220;
/** Longer values, in characters, are shown one below the other. */
const longestValue = 16;
/** With more rows than this, a list is easier to read. */
const mostRows = 30;

/**
 * Whether the rows of a dynamic group are shown as tags, next to each other: they have one field, which says no more than
 * the name of the group, and short values.
 */
export function areTags(nodes: readonly TreeNode[], rows: readonly ItemValues[]): boolean {
  const [only, ...others] = nodes;
  if (!only || others.length > 0 || !isFlat(nodes) || rows.length > mostRows) return false;
  const { id, settings } = only.field;
  if (settings.help !== undefined || settings.rules !== undefined || settings.unit !== undefined) return false;
  if (fieldTypeOf(settings.type).rows?.is === 'weight' || isComputedType(settings.type)) return false;
  return (
    fieldTypeViewOf(settings.type).width <= widestCell &&
    rows.every((row) => String(row[id] ?? '').length <= longestValue)
  );
}
