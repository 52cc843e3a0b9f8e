import { diffItemFields } from '@quartermaster/contract/content/diff-item-fields.ts';
import type { ItemFieldChange } from '@quartermaster/contract/content/item-fields.ts';
import { InvalidRowError } from '@quartermaster/contract/content/item-values.ts';
import { items, type SavedItem, type SaveItem } from '@quartermaster/contract/endpoints/items.ts';
import { useSaveItem } from '../../../../shared/data/items.ts';
import type { FieldNode } from '../../../../shared/data/templates.ts';
import { toSentFields } from '../../../../shared/images/image-file.ts';
import { useRequest } from '../../../../shared/services/request.ts';
import type { Creation } from '../../item/creation.ts';
import { type DraftBase, type ItemDraft, toDraft } from '../../item/item-draft.ts';
import { changesOf } from '../../item/use-item-form.ts';

/** The item to save; without an id, a new one. */
interface SentItem {
  instanceId: number;
  templateId: string;
  id: number | undefined;
  tree: readonly FieldNode[];
  /** The creation of a new item. */
  creation: Creation;
}

/** Sends drafts of an item. Until its creation is renewed, retries save the same item instead of creating a second one. */
export function useSendItem({ instanceId, templateId, id, tree, creation }: SentItem) {
  const request = useRequest();
  const save = useSaveItem(instanceId);

  const bodyOf = (draft: ItemDraft, fields: ItemFieldChange[]): SaveItem => ({
    template_id: templateId,
    internal_label: draft.label.trim(),
    fields: toSentFields(fields) as SaveItem['fields'],
  });

  /** If the draft has changed since the attempt that created the item, the save that updates the item. */
  const correctionOf = async (draft: ItemDraft, saved: SavedItem): Promise<SaveItem | undefined> => {
    const { item } = await request(items.get, { params: { instanceId, templateId, id: saved.id } });
    const base = toDraft(tree, item);
    if (base instanceof InvalidRowError || !changesOf(tree, base, draft).isChanged) return undefined;
    const fields = diffItemFields(tree, base.values, draft.values);
    return { ...bodyOf(draft, fields), id: saved.id, version: base.version };
  };

  return {
    ...save,
    send: (draft: ItemDraft, base: DraftBase, fields: ItemFieldChange[]): Promise<SavedItem> =>
      id === undefined
        ? save.mutateAsync({
            body: { ...bodyOf(draft, fields), idempotency_key: creation.key() },
            correct: (created) => correctionOf(draft, created),
          })
        : save.mutateAsync({ body: { id, version: base.version, ...bodyOf(draft, fields) } }),
  };
}
