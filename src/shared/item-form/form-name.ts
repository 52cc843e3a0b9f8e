import { placesOf } from '@quartermaster/contract/content/item-values.ts';
import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';

/** The form's name for an item field id such as `damage` or `key.2`; undefined if there is no such input. */
export function nameOfItemField(itemFieldId: string, tree: readonly TreeNode[]): string | undefined {
  const [fieldId = '', ...rows] = itemFieldId.split('.');
  const groups = placesOf(tree).get(fieldId)?.groups;
  if (!groups || rows.length < groups.length) return undefined;
  return ['values', ...groups.flatMap((groupId, level) => [groupId, String(rows[level])]), fieldId].join('.');
}
