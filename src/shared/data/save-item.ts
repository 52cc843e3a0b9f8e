import { items, type SavedItem, type SaveItem } from '@quartermaster/contract/endpoints/items.ts';
import { useMutation } from '@tanstack/react-query';
import { queryKeys } from '../http/query-keys.ts';
import { useRequest } from '../services/request.ts';
import { createdEarlier, isBusy, itemQueries } from './items.ts';
import { templateQueries } from './templates.ts';
import { useUndoSave } from './undo-save.ts';

/** A save of an item; for a new one, the save that follows if an earlier attempt with another body has created it. */
interface SaveSteps {
  body: SaveItem;
  correct?: (created: SavedItem) => Promise<SaveItem | undefined>;
}

/** How many times a busy item is retried, once a second: longer than a sync of 100,000 items takes to write. */
const busyRetries = 30;

/**
 * Creates or updates an item; waits while a sync writes it. The form shows failures itself. The toast has an undo for those who may restore
 * the item, or delete the new one.
 */
export function useSaveItem(instanceId: number, { canUndo = false }: { canUndo?: boolean } = {}) {
  const request = useRequest();
  const { offer: offerUndo } = useUndoSave(instanceId);
  return useMutation({
    retry: (failures, error) => isBusy(error) && failures < busyRetries,
    retryDelay: 1000,
    mutationFn: async ({ body, correct }: SaveSteps) => {
      const send = (sent: SaveItem) => request(items.save, { params: { instanceId }, body: sent });
      try {
        return await send(body);
      } catch (error) {
        const created = createdEarlier(error);
        if (!created || !correct) throw error;
        const correction = await correct(created);
        return correction ? send(correction) : created;
      }
    },
    meta: {
      of: 'saveItem',
      success: 'Item saved',
      name: (_, variables) => (variables as SaveSteps).body.internal_label,
      offer: (answer, variables) => {
        const { id, version, unchanged = false } = answer as SavedItem;
        const { template_id: templateId, internal_label: name, id: savedId } = (variables as SaveSteps).body;
        // Without a change, the version is that of another save, which is not this one's to undo.
        if (!canUndo || unchanged) return undefined;
        return offerUndo({ what: 'item', name, templateId, id, version, isNew: savedId === undefined });
      },
      done: (answer, variables) => {
        const { id: itemId } = answer as SavedItem;
        const { template_id: templateId, id } = (variables as SaveSteps).body;
        return { type: 'saved', what: 'item', instanceId, templateId, itemId, isNew: !id, count: 1 };
      },
      removes: (answer, variables) => {
        const { template_id: templateId } = (variables as SaveSteps).body;
        const { queryKey } = itemQueries.get(request, instanceId, templateId, (answer as SavedItem).id);
        // An open form that stays follows what is saved or undone later; one that is left removes it itself.
        return [{ queryKey, type: 'inactive' }];
      },
      invalidates: [
        queryKeys.instance.items(instanceId),
        queryKeys.instance.history(instanceId, 'list'),
        queryKeys.instance.sync(instanceId, 'diff'),
        templateQueries.list(request, instanceId).queryKey,
      ],
    },
  });
}
