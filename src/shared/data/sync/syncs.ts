import type { Environment } from '@quartermaster/contract/access.ts';
import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { Input } from '@quartermaster/contract/endpoints/endpoint.ts';
import { releases } from '@quartermaster/contract/endpoints/releases.ts';
import {
  type StartedSync,
  type SyncCheck,
  type SyncResolution,
  type SyncSelection,
  sync,
  syncReviews,
} from '@quartermaster/contract/endpoints/sync.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { isRefusal } from '../../http/http-error.ts';
import { keepUnder, queryKeys } from '../../http/query-keys.ts';
import { type Request, useRequest } from '../../services/request.ts';
import { useServices } from '../../services/services.ts';
import { pollEvery } from '../jobs.ts';
import { untilApplied } from '../until-applied.ts';

/** Syncs, running and finished, and checks. */
export const syncQueries = {
  /** The result that a sync would have; changes nothing. */
  check: (request: Request, instanceId: number, scope: SyncScope) =>
    queryOptions({
      queryKey: [...queryKeys.instance.sync(instanceId, 'check'), scope],
      queryFn: ({ signal }) => checkSync(request, instanceId, scope, signal),
      // Requested each time the dialog opens, and again for another selection.
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      placeholderData: keepUnder(queryKeys.instance.sync(instanceId, 'check')),
      meta: { title: 'Check the changes', quiet: true },
    }),
  /** A sync; polls while it is running. */
  get: (request: Request, instanceId: number, syncId: number) =>
    queryOptions({
      queryKey: [...queryKeys.instance.sync(instanceId, 'get'), syncId],
      queryFn: ({ signal }) => request(sync.get, { params: { instanceId, syncId } }, signal),
      enabled: syncId > 0,
      refetchInterval: (query) => (query.state.data?.sync.state === 'running' ? pollEvery : false),
      meta: { title: 'Sync', quiet: isRefusal },
    }),
};

/**
 * What to sync: all changes, a selection, the changes of a review or a release (`null`: everything), the undo of a sync, or that of other
 * changes.
 */
export type SyncScope =
  | { kind: 'all' }
  | { kind: 'selection'; selection: SyncSelection }
  | { kind: 'review'; reviewId: number; selection: SyncSelection | null }
  /** `isDecided` checks it with its own decisions on conflicts. */
  | { kind: 'release'; releaseId: number; selection: SyncSelection | null; isDecided: boolean }
  | { kind: 'undo'; syncId: number }
  | ChangeSetScope;

/** What a sync, or its undo, is about. */
type SyncedScope = Exclude<SyncScope, ChangeSetScope>;

/** The undo of changes that are not a sync. */
export interface ChangeSetScope {
  kind: 'change-set';
  changeSetId: number;
}

/** Sync options: note, decisions, expected revision. */
export type SyncAbout = SyncResolution & { note?: string; seen?: string };

function checkSync(request: Request, instanceId: number, scope: SyncScope, signal: AbortSignal): Promise<SyncCheck> {
  const params = { instanceId };
  if (scope.kind === 'undo')
    return request(sync.checkUndo, { params: { ...params, syncId: scope.syncId }, body: {} }, signal);
  if (scope.kind === 'change-set')
    return request(changeSets.checkUndo, { params: { ...params, changeSetId: scope.changeSetId }, body: {} }, signal);
  const selection = (scope.kind === 'all' ? null : scope.selection) ?? { changes: [], all: true };
  return request(sync.check, { params, body: { ...selection, ...requestOf(scope) } }, signal);
}

/** The review or the release of a check. */
function requestOf(scope: SyncScope): Pick<Input<typeof sync.check>['body'], 'review' | 'release' | 'decided'> {
  if (scope.kind === 'review') return { review: scope.reviewId };
  return scope.kind === 'release' ? { release: scope.releaseId, decided: scope.isDecided } : {};
}

/** A sync or an undo, as its dialog starts it. */
export interface StartSync<Scope extends SyncScope = SyncScope> {
  scope: Scope;
  about: SyncAbout;
  /** The toast after the sync is applied. */
  success: string;
  /** Called once the server has accepted it, which may be long before it is applied. */
  onStarted: () => void;
}

/** The toast if there is nothing to sync. */
export const noChanges = 'There are no changes to sync at this time';

/**
 * Syncs, and succeeds once everything is applied; continues after its page is left. Resolves to the id of the sync, or `null` if there was
 * nothing to do.
 */
export function useStartSync(instanceId: number) {
  const request = useRequest();
  const { ownsDocument } = useServices();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (variables: StartSync<SyncedScope>) => {
      const { scope, about, onStarted } = variables;
      const started = await startSync(request, instanceId, scope, about);
      onStarted();
      if (started.state === 'running')
        void queries.invalidateQueries({ queryKey: queryKeys.instance.sync(instanceId, 'changes') });
      // Signing out and closing the console clear the cache, and with it the mutation.
      const isWaitedFor = () => queries.isMutating({ predicate: ({ state }) => state.variables === variables }) > 0;
      const { id } = started;
      if (id !== null && started.state !== 'applied') {
        // A progress bar runs the same query at the same time.
        const query = { ...syncQueries.get(request, instanceId, id), staleTime: pollEvery / 2 };
        await untilApplied(async () => {
          const { sync: now } = await queries.fetchQuery(query);
          return { state: now.state, failure: failedText(now) };
        }, isWaitedFor);
      }
      // Only for the host's event, which is sent even if the sync can no longer be loaded.
      if (started.id !== null && !ownsDocument)
        await queries.prefetchQuery({
          ...syncQueries.get(request, instanceId, started.id),
          staleTime: 0,
          retry: false,
        });
      return started.id;
    },
    // Not declared in `meta`, which comes before the dialog closes: its check of a sync that is undone already would be refused.
    // Not awaited: the sync is done, whatever is refetched afterwards.
    onSettled: () => void queries.invalidateQueries({ queryKey: queryKeys.instance.one(instanceId) }),
    meta: {
      of: 'startSync',
      success: (id, variables) => (id === null ? noChanges : (variables as StartSync).success),
      done: (answer, variables) => {
        if (answer === null) return undefined;
        const syncId = answer as number;
        const scope = toEventScope((variables as StartSync<SyncedScope>).scope);
        const read = queries.getQueryData(syncQueries.get(request, instanceId, syncId).queryKey)?.sync;
        const event = { type: 'synced', instanceId, syncId, scope } as const;
        if (read?.state !== 'applied') return event;
        const { added, updated, removed, templates } = read.counts;
        return { ...event, counts: { added, updated, removed, templates } };
      },
    },
  });
}

/** What hosts know: to them, a release is a sync of everything or of a selection. */
const toEventScope = (scope: SyncedScope) =>
  scope.kind === 'release' ? (scope.selection ? 'selection' : 'all') : scope.kind;

function startSync(request: Request, instanceId: number, scope: SyncedScope, about: SyncAbout): Promise<StartedSync> {
  const params = { instanceId };
  if (scope.kind === 'all') return request(sync.all, { params, body: about });
  if (scope.kind === 'selection') return request(sync.some, { params, body: { ...scope.selection, ...about } });
  if (scope.kind === 'undo') return request(sync.undo, { params: { ...params, syncId: scope.syncId }, body: about });
  if (scope.kind === 'release') {
    const { note: _, ...decided } = about;
    return request(releases.publish, { params: { ...params, releaseId: scope.releaseId }, body: decided });
  }
  return request(syncReviews.apply, { params: { ...params, reviewId: scope.reviewId }, body: about });
}

/** Explains why a sync failed, and what to do. */
export const failedText = ({ error, target }: { error: string | null; target: { env: Environment } }): string =>
  error ?? `The sync failed. Nothing was changed in ${target.env}. Check the changes and sync again.`;
