import type { Applied } from '@quartermaster/contract/endpoints/door.ts';
import {
  mostCountedTrash,
  type Restored,
  restores,
  type TrashEntry,
  trash,
} from '@quartermaster/contract/endpoints/trash.ts';
import { changeSetPath, paths, pathTo } from '@quartermaster/contract/paths.ts';
import { queryOptions } from '@tanstack/react-query';
import { completeAnswer } from '../http/complete-answer.ts';
import { isRefusal } from '../http/http-error.ts';
import { keepUnder, queryKeys } from '../http/query-keys.ts';
import type { Request } from '../services/request.ts';
import { useServices } from '../services/services.ts';
import { useApplyDoor } from './doors.ts';
import { isLostCursor, type ListPage, type PageWanted, pageQuery } from './list-page.ts';

/** A page of the trash, optionally only of one template. */
interface TrashWanted extends PageWanted {
  template: string | undefined;
}

/** What was deleted in an instance. */
export const trashQueries = {
  /** Newest first. */
  list: (request: Request, instanceId: number, { template, ...page }: TrashWanted) =>
    queryOptions({
      queryKey: [...queryKeys.instance.trash(instanceId, 'list'), { template, ...page }],
      queryFn: async ({ signal }): Promise<ListPage<TrashEntry> & { total: number }> => {
        const query = { ...pageQuery(page), ...(template !== undefined && { template }) };
        const answer = completeAnswer(await request(trash.list, { params: { instanceId }, query }, signal), 'entries');
        const { entries, total, next_cursor } = answer;
        return { rows: entries, total, totalIsExact: total < mostCountedTrash, nextCursor: next_cursor };
      },
      // Entries expire, and other members delete.
      staleTime: 0,
      placeholderData: keepUnder(queryKeys.instance.trash(instanceId, 'list')),
      meta: { title: 'Trash', quiet: (error) => isRefusal(error) || isLostCursor(error) },
    }),
};

/** An item that is restored. */
export interface RestoredItem {
  templateId: string;
  id: number;
}

/** Restores deleted content. The toast links to the only item among it, or to the changes. */
export const useRestore = (instanceId: number, textOf: (counts: Applied['counts']) => string, item?: RestoredItem) =>
  useApplyDoor(instanceId, restores, {
    of: 'restore',
    textOf,
    offerOf: (id) =>
      item ? itemOffer(instanceId, item) : { label: 'Show the changes', to: changeSetPath(id, instanceId) },
  });

const itemOffer = (instanceId: number, item: RestoredItem) => ({
  label: 'Open it',
  to: pathTo(paths.item, { instanceId, ...item }),
});

/** Undoes a deletion right away, without a dialog; if that is refused, the trash is opened, with the reason. */
export function useUndoDeletion(instanceId: number) {
  const { mutate, mutateAsync } = useRestore(instanceId, () => 'Restored');
  const { follow: open } = useServices();
  const changes = (selection: Pick<Restored, 'item' | 'template'>) => {
    const { item } = selection;
    const asUndo = {
      text: item ? 'Item restored' : 'Template restored',
      ...(item && { offer: itemOffer(instanceId, { templateId: item.template_id, id: item.id }) }),
      onRefused: () => open(restorePath(instanceId, selection), true),
    };
    return { input: selection, asUndo };
  };
  type Selection = Parameters<typeof changes>[0];
  return {
    mutate: (selection: Selection) => mutate(changes(selection)),
    mutateAsync: (selection: Selection) => mutateAsync(changes(selection)),
  };
}

/** The address of the trash with the question whether to restore an item or a template. */
function restorePath(instanceId: number, { item, template }: Restored): string {
  const restored = item ? `${item.template_id}:${item.id}` : template;
  return trashPath(instanceId, restored === undefined ? {} : { restore: restored });
}

/** The item or template in such an address. */
export function restoredIn(text: string | null): Pick<Restored, 'item' | 'template'> | null {
  const [, template, id] = /^(\w+)(?::(\d{1,10}))?$/.exec(text ?? '') ?? [];
  if (template === undefined) return null;
  return id === undefined ? { template } : { item: { template_id: template, id: Number(id) } };
}

/** The address of the trash of an instance, which it names; optionally with filters. */
export const trashPath = (
  instanceId: number,
  query: { template?: string; search?: string; restore?: string } = {},
): string => `${paths.trash}?${new URLSearchParams({ instance: String(instanceId), ...query })}`;
