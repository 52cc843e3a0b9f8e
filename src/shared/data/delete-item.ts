import { items } from '@quartermaster/contract/endpoints/items.ts';
import { useMutation } from '@tanstack/react-query';
import { queryKeys } from '../http/query-keys.ts';
import { useRequest } from '../services/request.ts';
import { keyOfAll } from './items.ts';
import { templateQueries } from './templates.ts';
import { useUndoDeletion } from './trash.ts';

interface DeletedItem {
  id: number;
  label: string;
}

/** Deletes an item. The dialog shows failures itself; the toast has an undo for those who may restore it. */
export function useDeleteItem(instanceId: number, templateId: string, { canUndo }: { canUndo: boolean }) {
  const request = useRequest();
  const undo = useUndoDeletion(instanceId);
  return useMutation({
    mutationFn: ({ id }: DeletedItem) => request(items.delete, { params: { instanceId, templateId, id } }),
    meta: {
      of: 'deleteItem',
      success: 'Item deleted',
      name: (_, variables) => (variables as DeletedItem).label,
      offer: (_, variables) => {
        if (!canUndo) return undefined;
        const item = { template_id: templateId, id: (variables as DeletedItem).id };
        return { label: 'Undo', run: () => undo.mutate({ item }) };
      },
      invalidates: [
        keyOfAll('list', instanceId),
        keyOfAll('search', instanceId),
        keyOfAll('searchAll', instanceId),
        queryKeys.instance.trash(instanceId),
        templateQueries.list(request, instanceId).queryKey,
      ],
    },
  });
}
