import { contentLimits } from '@quartermaster/contract/content/content-limits.ts';
import { valuesOfCopy } from '@quartermaster/contract/content/item-values.ts';
import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import type { ItemDraft } from '../item/item-draft.ts';

const ending = ' (copy)';

/**
 * The draft of a new item with the values of another, apart from those that must be unique or are read-only for the
 * user; images and links are shared, not copied.
 */
export const copyOf = (
  tree: readonly TreeNode[],
  { label, values }: ItemDraft,
  access: { mayEditReadOnly: boolean },
): ItemDraft => ({
  label: label.slice(0, contentLimits.labelLength - ending.length).replace(/[\uD800-\uDBFF]$/, '') + ending,
  values: valuesOfCopy(tree, values, access),
});
