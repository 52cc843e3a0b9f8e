import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { useMutation } from '@tanstack/react-query';
import { queryKeys } from '../http/query-keys.ts';
import { useRequest } from '../services/request.ts';
import { undoAtOnce, useUndoChangeSet } from './change-sets.ts';

type Replaced = Output<typeof items.replaceLinks>;

/** Replaces the links to an item by those to another one, or removes them with `null`; the dialog shows failures itself. */
export function useReplaceLinks({ instanceId, ...item }: { instanceId: number; templateId: string; id: number }) {
  const request = useRequest();
  const undo = useUndoChangeSet(instanceId);
  return useMutation({
    mutationFn: (by: number | null) => request(items.replaceLinks, { params: { instanceId, ...item }, body: { by } }),
    meta: {
      of: 'replaceLinks',
      success: (answer) => {
        const { items: changed } = answer as Replaced;
        return changed === 1 ? '1 item links to it no longer' : `${numberText(changed)} items link to it no longer`;
      },
      offer: (answer) => {
        const { change_set_id: id } = answer as Replaced;
        return id === null ? undefined : { label: 'Undo', run: () => undo.mutate(undoAtOnce(id)) };
      },
      invalidates: [
        queryKeys.instance.items(instanceId),
        queryKeys.instance.changeSets(instanceId),
        queryKeys.instance.history(instanceId, 'list'),
      ],
    },
  });
}
