import type { Environment } from '@quartermaster/contract/access.ts';
import { type ChangeSetCheck, changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { Input } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { BeforeAndAfter, ChartedField } from '@quartermaster/contract/endpoints/items.ts';
import { releases } from '@quartermaster/contract/endpoints/releases.ts';
import { type StartedSync, type Sync, sync, syncReviews } from '@quartermaster/contract/endpoints/sync.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { isRefusal } from '../../http/http-error.ts';
import { keepUnder, queryKeys } from '../../http/query-keys.ts';
import { type Request, useRequest } from '../../services/request.ts';
import { useServices } from '../../services/services.ts';
import { type Applied, useContentChange } from '../apply-changes.ts';
import { isApplied } from '../until-applied.ts';
import type { StartSync, SyncAbout, SyncedScope, SyncScope } from './sync-scope.ts';

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
  /** A sync. */
  get: (request: Request, instanceId: number, syncId: number) =>
    queryOptions({
      queryKey: [...queryKeys.instance.sync(instanceId, 'get'), syncId],
      queryFn: ({ signal }) => request(sync.get, { params: { instanceId, syncId } }, signal),
      enabled: syncId > 0,
      meta: { title: 'Sync', quiet: isRefusal, isRunning: (answer: { sync: Sync }) => answer.sync.state === 'running' },
    }),
};

function checkSync(
  request: Request,
  instanceId: number,
  scope: SyncScope,
  signal: AbortSignal,
  chart?: ChartedField,
): Promise<ChangeSetCheck> {
  const params = { instanceId };
  const drawn = chart && { chart };
  if (scope.kind === 'undo')
    return request(sync.checkUndo, { params: { ...params, syncId: scope.syncId }, body: { ...drawn } }, signal);
  if (scope.kind === 'change-set') {
    const { changeSetId } = scope;
    return request(changeSets.checkUndo, { params: { ...params, changeSetId }, body: { ...drawn } }, signal);
  }
  const selection = (scope.kind === 'all' ? null : scope.selection) ?? { changes: [], all: true };
  return request(sync.check, { params, body: { ...selection, ...requestOf(scope), ...drawn } }, signal);
}

/** A number field in the target before and after a sync or an undo. */
export const drawSync = async (
  request: Request,
  instanceId: number,
  scope: SyncScope,
  chart: ChartedField,
  signal: AbortSignal,
): Promise<BeforeAndAfter | undefined> => (await checkSync(request, instanceId, scope, signal, chart)).chart;

/** The review or the release of a check. */
function requestOf(scope: SyncScope): Pick<Input<typeof sync.check>['body'], 'review' | 'release' | 'decided'> {
  if (scope.kind === 'review') return { review: scope.reviewId };
  return scope.kind === 'release' ? { release: scope.releaseId, decided: scope.isDecided } : {};
}

/** The toast if there is nothing to sync. */
export const noChanges = 'There are no changes to sync at this time';

/** Syncs, or undoes a sync; continues after its page is left. */
export function useStartSync(instanceId: number) {
  const request = useRequest();
  const { ownsDocument } = useServices();
  const queries = useQueryClient();
  return useContentChange(instanceId, {
    of: 'startSync',
    apply: async ({ scope, about, success, onStarted }: StartSync<SyncedScope>, { wait }): Promise<Applied> => {
      const { id, state } = await startSync(request, instanceId, scope, about);
      onStarted();
      if (id === null) return { id, text: noChanges };
      const query = syncQueries.get(request, instanceId, id);
      if (state === 'running')
        void queries.invalidateQueries({ queryKey: queryKeys.instance.sync(instanceId, 'changes') });
      if (state !== 'applied') {
        const { sync: now } = await wait(query, (one) => one.sync.state !== 'running');
        isApplied({ state: now.state, failure: failedText(now) });
      }
      // Only for the host's event, which is sent even if the sync can no longer be loaded.
      if (!ownsDocument) await queries.prefetchQuery({ ...query, staleTime: 0, retry: false });
      const counts = appliedCounts(queries.getQueryData(query.queryKey)?.sync);
      const done = { type: 'synced', instanceId, syncId: id, scope: toEventScope(scope), ...counts } as const;
      return { id, text: success, done };
    },
  });
}

function appliedCounts(sync: Sync | undefined) {
  if (sync?.state !== 'applied') return {};
  const { added, updated, removed, templates } = sync.counts;
  return { counts: { added, updated, removed, templates } };
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
