import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { leavesOf } from '@quartermaster/contract/content/template-tree.ts';
import type { SavedItem } from '@quartermaster/contract/endpoints/items.ts';
import type { FieldNode } from '../../../../shared/data/templates.ts';
import { authorName } from '../../../../shared/ui/author-name.ts';
import { isSame } from '../../item/changed-fields.ts';
import type { DraftBase, ItemDraft } from '../../item/item-draft.ts';

/** How many changed fields a toast names. */
const named = 3;

/** What others changed while the item was edited: `Mia Member changed Base armor meanwhile`. */
export function mergedText(
  tree: readonly FieldNode[],
  { by, fields, label }: NonNullable<SavedItem['merged']>,
): string {
  const ids = new Set(fields);
  const changed = leavesOf(tree).flatMap(({ field: { id, settings } }) =>
    ids.has(id) ? [settings.label || settings.name] : [],
  );
  const names = [...(label ? ['Label'] : []), ...changed];
  const shown =
    names.length > named ? [...names.slice(0, named - 1), `${names.length - named + 1} more fields`] : names;
  const list = shown.length > 1 ? `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}` : shown.join('');
  return `${authorName(by, 'start')} changed ${list || 'this item'} meanwhile`;
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
