import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import {
  mostCountedTrash,
  type TrashCheck,
  type TrashEntry,
  type TrashSelection,
  trash,
} from '@quartermaster/contract/endpoints/trash.ts';
import { changeSetPath, paths, pathTo } from '@quartermaster/contract/paths.ts';
import { queryOptions } from '@tanstack/react-query';
import { completeAnswer } from '../http/complete-answer.ts';
import { isRefusal } from '../http/http-error.ts';
import { keepUnder, queryKeys } from '../http/query-keys.ts';
import { type Request, useRequest } from '../services/request.ts';
import { useServices } from '../services/services.ts';
import { type Applied, useUndoableChange } from './apply-changes.ts';
import { isLostCursor, type ListPage, type PageWanted, pageQuery } from './list-page.ts';

/** A page of the trash, optionally only of one template. */
interface TrashWanted extends PageWanted {
  template: string | undefined;
}

/** What was deleted in an instance. */
export const trashQueries = {
  /** Newest first. */
  list: (request: Request, instanceId: number, { template, ...wanted }: TrashWanted) =>
    queryOptions({
      queryKey: [...queryKeys.instance.trash(instanceId, 'list'), { template, ...wanted }],
      queryFn: async ({ signal }): Promise<ListPage<TrashEntry> & { total: number }> => {
        const query = { ...pageQuery(wanted), ...(template !== undefined && { template }) };
        const answer = completeAnswer(await request(trash.list, { params: { instanceId }, query }, signal), 'entries');
        const { entries, total, next_cursor } = answer;
        return { rows: entries, total, totalIsExact: total < mostCountedTrash, nextCursor: next_cursor };
      },
      // Entries expire, and other members delete.
      staleTime: 0,
      placeholderData: keepUnder(queryKeys.instance.trash(instanceId, 'list')),
      meta: { title: 'Trash', quiet: (error) => isRefusal(error) || isLostCursor(error) },
    }),
  /** What restoring would do, and what prevents it; changes nothing. */
  check: (request: Request, instanceId: number, selection: TrashSelection) =>
    queryOptions({
      queryKey: [...queryKeys.instance.trash(instanceId, 'check'), selection],
      queryFn: ({ signal }): Promise<TrashCheck> =>
        request(trash.check, { params: { instanceId }, body: selection }, signal),
      // Long enough to get from the button to the dialog.
      staleTime: 5_000,
      gcTime: 5_000,
      // Refusals are answers here; the dialog offers to try again after anything else.
      retry: (failures, error) => !isRefusal(error) && failures < 1,
      meta: { title: 'Check what is restored', quiet: true },
    }),
};

interface Restore {
  selection: TrashSelection;
  /** The fingerprint of the check that was shown. */
  fingerprint?: string;
  /** What is refused stays in the trash. */
  leavesOutRefused?: boolean;
  /** The toast afterwards. */
  success: string;
  /** The only item, to which the toast links. */
  item?: { templateId: string; id: number };
  /** Called once the server has answered, which may be long before many items are restored. */
  onStarted?: (started: Output<typeof trash.restore>) => void;
  /** If it is refused, the trash is opened, with the reason. */
  opensTrash?: boolean;
}

/** Restores deleted content; the toast links to it. */
export function useRestore(instanceId: number) {
  const request = useRequest();
  const { follow: open } = useServices();
  return useUndoableChange(instanceId, {
    of: 'restore',
    apply: async (variables: Restore, { follow }): Promise<Applied> => {
      const { selection, fingerprint, leavesOutRefused, success, onStarted, item, opensTrash } = variables;
      const started = await request(trash.restore, {
        params: { instanceId },
        body: {
          ...selection,
          ...(fingerprint !== undefined && { fingerprint }),
          ...(leavesOutRefused && { leave_out_refused: true }),
        },
      });
      onStarted?.(started);
      const { id } = started;
      if (id === null) return { id, text: 'Nothing was restored' };
      const applied = follow(id);
      // It is restored, whether or not it is known that it can be undone.
      const now = await (started.state === 'running' ? applied : applied.catch(() => ({ can_undo: false })));
      if (!now) return { id: null, text: 'Cancelled. Nothing was restored.' };
      const link = item
        ? { label: 'Open it', to: pathTo(paths.item, { instanceId, ...item }) }
        : { label: 'Show the changes', to: changeSetPath(id, instanceId) };
      // With `opensTrash`, the restore was an undo itself.
      return { id, text: success, offers: [link], canUndo: now.can_undo && !opensTrash };
    },
    onError: (error, { selection, opensTrash }) => {
      if (opensTrash && isRefusal(error)) open(restorePath(instanceId, selection), true);
    },
  });
}

/** The undo of a deletion right away, without a dialog. */
export const restoreAtOnce = (selection: Pick<TrashSelection, 'item' | 'template'>): Restore => {
  const { item } = selection;
  return {
    selection,
    success: item ? 'Item restored' : 'Template restored',
    ...(item && { item: { templateId: item.template_id, id: item.id } }),
    opensTrash: true,
  };
};

/** The address of the trash with the question whether to restore an item or a template. */
function restorePath(instanceId: number, { item, template }: TrashSelection): string {
  const restored = item ? `${item.template_id}:${item.id}` : template;
  return trashPath(instanceId, restored === undefined ? {} : { restore: restored });
}

/** The item or template in such an address. */
export function restoredIn(text: string | null): Pick<TrashSelection, 'item' | 'template'> | null {
  const [, template, id] = /^(\w+)(?::(\d{1,10}))?$/.exec(text ?? '') ?? [];
  if (template === undefined) return null;
  return id === undefined ? { template } : { item: { template_id: template, id: Number(id) } };
}

/** The address of the trash of an instance, which it names; optionally with filters. */
export const trashPath = (
  instanceId: number,
  query: { template?: string; search?: string; restore?: string } = {},
): string => `${paths.trash}?${new URLSearchParams({ instance: String(instanceId), ...query })}`;
