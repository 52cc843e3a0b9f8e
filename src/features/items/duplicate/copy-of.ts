import { contentLimits } from '@quartermaster/contract/content/content-limits.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import type { ItemDraft } from '../item/item-draft.ts';

const ending = ' (copy)';

/** The draft of a new item with the values of another; images and links are shared, not copied. */
export const copyOf = ({ label, values }: ItemDraft): ItemDraft => ({
  label: label.slice(0, contentLimits.labelLength - ending.length).replace(/[\uD800-\uDBFF]$/, '') + ending,
  values,
});

/** The path of the form for a copy of an item. */
export const copyPath = (instanceId: number, templateId: string, id: number): string =>
  `${pathTo(paths.newItem, { instanceId, templateId })}?copy=${id}`;
