import type { Input } from '@quartermaster/contract/endpoints/endpoint.ts';
import {
  mostCountedTrash,
  type TrashCheck,
  type TrashEntry,
  type TrashSelection,
  trash,
} from '@quartermaster/contract/endpoints/trash.ts';
import { changeSetPath, paths, pathTo } from '@quartermaster/contract/paths.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { completeAnswer } from '../http/complete-answer.ts';
import { isRefusal } from '../http/http-error.ts';
import { keepUnder, queryKeys } from '../http/query-keys.ts';
import type { ToastOffer } from '../http/query-meta.ts';
import { type Request, useRequest } from '../services/request.ts';
import { useServices } from '../services/services.ts';
import { changeSetQueries, failedChangeText, undoAtOnce, useUndoChangeSet } from './change-sets.ts';
import { keyOfAll } from './items.ts';
import { pollEvery } from './jobs.ts';
import { isLostCursor, type ListPage, type PageWanted, pageQuery } from './list-page.ts';
import { untilApplied } from './until-applied.ts';

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

type Started = Awaited<ReturnType<typeof startRestore>>;

interface Restore {
  selection: TrashSelection;
  /** The `revision` of the check that was shown. */
  seen?: string;
  /** What has a clash stays in the trash. */
  leavesOutClashes?: boolean;
  /** The toast afterwards. */
  success: string;
  /** The only item, to which the toast links. */
  item?: { templateId: string; id: number };
  /** Called once the server has answered, which may be long before many items are restored. */
  onStarted?: (started: Started) => void;
  /** If it is refused, the trash is opened, with the reason. */
  opensTrash?: boolean;
}

interface Restored {
  /** The id of the change set, `null` if nothing was restored. */
  id: number | null;
  canUndo: boolean;
  text: string;
}

const startRestore = (request: Request, instanceId: number, body: Input<typeof trash.restore>['body']) =>
  request(trash.restore, { params: { instanceId }, body });

/** Restores deleted content, and succeeds once all of it is back; the toast links to it and has an undo. */
export function useRestore(instanceId: number) {
  const request = useRequest();
  const queries = useQueryClient();
  const { follow } = useServices();
  const undo = useUndoChangeSet(instanceId);
  return useMutation({
    mutationFn: async (variables: Restore): Promise<Restored> => {
      const { selection, seen, leavesOutClashes, success, onStarted } = variables;
      const started = await startRestore(request, instanceId, {
        ...selection,
        ...(seen !== undefined && { seen }),
        ...(leavesOutClashes && { leave_out_clashes: true }),
      });
      onStarted?.(started);
      const { id } = started;
      if (id === null) return { id, canUndo: false, text: 'Nothing was restored' };
      const query = { ...changeSetQueries.get(request, instanceId, id), staleTime: pollEvery / 2 };
      if (started.state === 'running') {
        const isWaitedFor = () => queries.isMutating({ predicate: ({ state }) => state.variables === variables }) > 0;
        const isApplied = await untilApplied(async () => {
          const now = await queries.fetchQuery(query);
          return { state: now.state, failure: failedChangeText(now) };
        }, isWaitedFor);
        if (!isApplied) return { id: null, canUndo: false, text: 'Cancelled. Nothing was restored.' };
      }
      // It is restored, whether or not it is known that it can be undone.
      const canUndo = await queries.fetchQuery(query).then(
        (now) => now.can_undo,
        () => false,
      );
      return { id, canUndo, text: success };
    },
    onError: (error, { selection, opensTrash }) => {
      if (opensTrash && isRefusal(error)) follow(restorePath(instanceId, selection), true);
    },
    meta: {
      of: 'restore',
      success: (answer) => (answer as Restored).text,
      offer: (answer, variables): ToastOffer[] => {
        const { id, canUndo } = answer as Restored;
        const { item, opensTrash } = variables as Restore;
        if (id === null) return [];
        return [
          item
            ? { label: 'Open it', to: pathTo(paths.item, { instanceId, ...item }) }
            : { label: 'Show the changes', to: changeSetPath(id, instanceId) },
          // The restore was an undo itself.
          ...(canUndo && !opensTrash ? [{ label: 'Undo', run: () => undo.mutate(undoAtOnce(id)) }] : []),
        ];
      },
      removes: () => [keyOfAll('get', instanceId)],
      // Also after a refusal: the list showed what is not there any more, or the check what has changed.
      changesDespiteFailure: true,
      invalidates: [
        queryKeys.instance.trash(instanceId),
        queryKeys.instance.items(instanceId),
        queryKeys.instance.templates(instanceId),
        queryKeys.instance.menu(instanceId),
        queryKeys.instance.changeSets(instanceId),
        queryKeys.instance.history(instanceId, 'list'),
      ],
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
