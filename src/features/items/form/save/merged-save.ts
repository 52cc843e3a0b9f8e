import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { leavesOf } from '@quartermaster/contract/content/template-tree.ts';
import type { SavedItem } from '@quartermaster/contract/endpoints/items.ts';
import type { FieldNode } from '../../../../shared/data/templates.ts';
import { isSame } from '../../item/changed-fields.ts';
import type { DraftBase, ItemDraft } from '../../item/item-draft.ts';

/** What was changed while the item was edited, in its label and fields. */
export function mergedNames(
  tree: readonly FieldNode[],
  { fields, label }: Pick<NonNullable<SavedItem['merged']>, 'fields' | 'label'>,
): string[] {
  const ids = new Set(fields);
  const changed = leavesOf(tree).flatMap(({ field: { id, settings } }) =>
    ids.has(id) ? [settings.label || settings.name] : [],
  );
  return [...(label ? ['Label'] : []), ...changed];
}

/** What was typed since a draft was sent, on top of the item as it was saved. */
export function withTyped(tree: readonly FieldNode[], saved: DraftBase, sent: ItemDraft, typed: ItemDraft): ItemDraft {
  const values: ItemValues = { ...saved.values };
  for (const node of leavesOf(tree)) {
    const { id } = node.field;
    if (!isSame(node, sent.values, typed.values)) values[id] = typed.values[id] ?? null;
  }
  return { label: typed.label.trim() === sent.label.trim() ? saved.label : typed.label, values };
}
