import { diffItemFields } from '@quartermaster/contract/content/diff-item-fields.ts';
import type { ItemFieldChange } from '@quartermaster/contract/content/item-fields.ts';
import { InvalidRowError } from '@quartermaster/contract/content/item-values.ts';
import { history } from '@quartermaster/contract/endpoints/history.ts';
import { items, type SavedItem, type SaveItem } from '@quartermaster/contract/endpoints/items.ts';
import { useRefusal } from '../../../../shared/access/use-refusal.ts';
import { useSaveItem } from '../../../../shared/data/save-item.ts';
import type { FieldNode } from '../../../../shared/data/templates.ts';
import { useNotifyMerged } from '../../../../shared/form/use-notify-merged.ts';
import { toSentFields } from '../../../../shared/images/image-file.ts';
import { useRequest } from '../../../../shared/services/request.ts';
import type { Creation } from '../../item/creation.ts';
import { type DraftBase, type ItemDraft, toDraft } from '../../item/item-draft.ts';
import { changesOf } from '../../item/use-item-form.ts';
import { mergedNames } from './merged-save.ts';

/** The item to save; without an id, a new one. */
interface ItemToSend {
  instanceId: number;
  templateId: string;
  id: number | undefined;
  tree: readonly FieldNode[];
  /** The creation of a new item. */
  creation: Creation;
}

/** A saved item: its id, and its content with its version. */
export interface SentItem {
  id: number;
  current: DraftBase;
}

/** Sends drafts of an item. Until its creation is renewed, retries save the same item instead of creating a second one. */
export function useSendItem({ instanceId, templateId, id, tree, creation }: ItemToSend) {
  const request = useRequest();
  const canUndo = useRefusal(id ? history.restoreItem : items.delete) === null;
  const save = useSaveItem(instanceId, { canUndo });
  const notifyMerged = useNotifyMerged();

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

  const create = (draft: ItemDraft, fields: ItemFieldChange[]): Promise<SavedItem> =>
    save.mutateAsync({
      body: { ...bodyOf(draft, fields), idempotency_key: creation.key() },
      correct: (created) => correctionOf(draft, created),
    });

  /** The item as a merged save has left it; the draft itself if it cannot be loaded. */
  const loadMerged = async (itemId: number, sent: DraftBase): Promise<DraftBase> => {
    const { item } = await request(items.get, { params: { instanceId, templateId, id: itemId } });
    const loaded = toDraft(tree, item);
    return loaded instanceof InvalidRowError ? sent : loaded;
  };

  return {
    ...save,
    /** Saves a draft; resolves to the item as it is then, with what others have changed meanwhile. */
    send: async (draft: ItemDraft, base: DraftBase, fields: ItemFieldChange[]): Promise<SentItem> => {
      const body = bodyOf(draft, fields);
      const saved = id
        ? await save.mutateAsync({ body: { id, version: base.version, merge: true, ...body } })
        : await create(draft, fields);
      const sent: DraftBase = { label: draft.label.trim(), values: draft.values, version: saved.version };
      if (!saved.merged) return { id: saved.id, current: sent };
      notifyMerged(saved.merged, mergedNames(tree, saved.merged), { noun: 'this item', parts: 'fields' });
      return { id: saved.id, current: await loadMerged(saved.id, sent).catch(() => sent) };
    },
  };
}
