import {
  type ChangedItem,
  type ChangeKind,
  type ChangeList,
  type StartedSync,
  type Sync,
  type SyncCheck,
  type SyncResolution,
  type SyncSelection,
  sync,
  syncReviews,
} from '@quartermaster/contract/endpoints/sync.ts';
import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { isRefusal } from '../../http/http-error.ts';
import { isUnder, queryKeys } from '../../http/query-keys.ts';
import { type Request, useRequest } from '../../services/request.ts';

/** Polling interval of a running sync, in milliseconds. */
const pollEvery = 1000;

/** How many items of each template the first answer has, and how many follow at a time. */
const itemsAtFirst = 100;
const itemsPerCall = 1000;

/** Which changes are listed; all of them where nothing is said. */
export interface ChangesWanted {
  template?: string | undefined;
  search?: string | undefined;
  change?: ChangeKind | undefined;
  conflicts?: true | undefined;
  /** Only what this review asks for. */
  review?: number | undefined;
}

const keyOf = (instanceId: number, asked: string) => [...queryKeys.instance.sync(instanceId), asked] as const;

/** What differs between an instance and the one that it is synced to, and what was synced. */
export const syncQueries = {
  /** Each template with its first items, and with as many as were loaded before; {@link loadMoreChanges} loads the rest. */
  changes: (request: Request, instanceId: number, wanted: ChangesWanted) =>
    queryOptions({
      queryKey: [...keyOf(instanceId, 'changes'), wanted],
      queryFn: ({ signal, client, queryKey }) =>
        listChanges(request, instanceId, wanted, client.getQueryData<ChangeList>(queryKey), signal),
      // Edits in both instances change it, so every visit asks anew.
      staleTime: 0,
      // The list stays until the one of another filter is loaded.
      placeholderData: (before, query) => (isUnder(keyOf(instanceId, 'changes'), query) ? before : undefined),
      meta: { title: 'Instance sync', quiet: isRefusal },
    }),
  item: (request: Request, instanceId: number, templateId: string, itemId: number) =>
    queryOptions({
      queryKey: [...keyOf(instanceId, 'item'), templateId, itemId],
      queryFn: ({ signal }) => request(sync.getItem, { params: { instanceId, templateId, itemId } }, signal),
      staleTime: 0,
      meta: { title: 'Change', quiet: true },
    }),
  template: (request: Request, instanceId: number, templateId: string) =>
    queryOptions({
      queryKey: [...keyOf(instanceId, 'template'), templateId],
      queryFn: ({ signal }) => request(sync.getTemplate, { params: { instanceId, templateId } }, signal),
      staleTime: 0,
      meta: { title: 'Change', quiet: true },
    }),
  menu: (request: Request, instanceId: number) =>
    queryOptions({
      queryKey: keyOf(instanceId, 'menu'),
      queryFn: ({ signal }) => request(sync.getMenu, { params: { instanceId } }, signal),
      staleTime: 0,
      meta: { title: 'Change', quiet: true },
    }),
  /** What a sync would meet; changes nothing. */
  check: (request: Request, instanceId: number, scope: SyncScope) =>
    queryOptions({
      queryKey: [...keyOf(instanceId, 'check'), scope],
      queryFn: ({ signal }) => checkSync(request, instanceId, scope, signal),
      // Asked once for each opening of the dialog, and again for another selection.
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      placeholderData: keepPreviousData,
      meta: { title: 'Check the changes', quiet: true },
    }),
  /** A sync; polls while it is running. */
  get: (request: Request, instanceId: number, syncId: number) =>
    queryOptions({
      queryKey: [...keyOf(instanceId, 'get'), syncId],
      queryFn: ({ signal }) => request(sync.get, { params: { instanceId, syncId } }, signal),
      enabled: syncId > 0,
      refetchInterval: (query) => (query.state.data?.sync.state === 'running' ? pollEvery : false),
      meta: { title: 'Sync', quiet: isRefusal },
    }),
};

/** What was synced out of an instance and into it. */
export const syncHistoryQueries = {
  /** The newest first. */
  list: (request: Request, instanceId: number, before: number | undefined, limit: number) =>
    queryOptions({
      queryKey: [...keyOf(instanceId, 'history'), { before, limit }],
      queryFn: ({ signal }) =>
        request(
          sync.list,
          { params: { instanceId }, query: { limit, ...(before === undefined ? {} : { before }) } },
          signal,
        ),
      placeholderData: (last, query) => (isUnder(keyOf(instanceId, 'history'), query) ? last : undefined),
      refetchInterval: (query) =>
        query.state.data?.syncs.some(({ state }) => state === 'running') ? pollEvery : false,
      meta: { title: 'History of syncs', quiet: isRefusal },
    }),
  /** The next items of a template that a sync did something to. */
  items: (request: Request, instanceId: number, syncId: number, template: string, cursor: string | null) =>
    queryOptions({
      queryKey: [...keyOf(instanceId, 'synced-items'), syncId, template, cursor],
      queryFn: ({ signal }) => {
        const query = { template, limit: itemsPerCall, ...(cursor !== null && { cursor }) };
        return request(sync.listItems, { params: { instanceId, syncId }, query }, signal);
      },
      // What was synced does not change any more.
      staleTime: Number.POSITIVE_INFINITY,
      meta: { title: 'Synced items', isPart: true },
    }),
  item: (request: Request, instanceId: number, syncId: number, templateId: string, itemId: number) =>
    queryOptions({
      queryKey: [...keyOf(instanceId, 'synced-item'), syncId, templateId, itemId],
      queryFn: ({ signal }) =>
        request(sync.getSyncedItem, { params: { instanceId, syncId, templateId, itemId } }, signal),
      staleTime: Number.POSITIVE_INFINITY,
      meta: { title: 'Change', quiet: true },
    }),
};

/** How many open reviews are listed. */
const openReviews = 5;

/** Requests to sync something. */
export const syncReviewQueries = {
  get: (request: Request, instanceId: number, reviewId: number) =>
    queryOptions({
      queryKey: [...keyOf(instanceId, 'review'), reviewId],
      queryFn: ({ signal }) => request(syncReviews.get, { params: { instanceId, reviewId } }, signal),
      staleTime: 0,
      meta: { title: 'Review', quiet: isRefusal },
    }),
  /** The newest ones that nobody has answered. */
  open: (request: Request, instanceId: number) =>
    queryOptions({
      queryKey: keyOf(instanceId, 'reviews'),
      queryFn: async ({ signal }) => {
        const query = { state: 'open', limit: openReviews } as const;
        return (await request(syncReviews.list, { params: { instanceId }, query }, signal)).reviews;
      },
      meta: { title: 'Reviews', isPart: true },
    }),
};

/** Asks those who may move changes to sync a selection, or everything (`null`); the dialog shows failures itself. */
export function useRequestReview(instanceId: number) {
  const request = useRequest();
  return useMutation({
    mutationFn: ({ selection, note }: { selection: SyncSelection | null; note: string }) => {
      const body = { ...(selection ?? { changes: [], all: true }), note };
      return request(syncReviews.create, { params: { instanceId }, body });
    },
    meta: { of: 'requestReview', invalidates: [keyOf(instanceId, 'reviews')] },
  });
}

/** Declines a review; the dialog shows failures itself. */
export function useDeclineReview(instanceId: number, reviewId: number) {
  const request = useRequest();
  return useMutation({
    mutationFn: (note: string) => request(syncReviews.decline, { params: { instanceId, reviewId }, body: { note } }),
    meta: {
      of: 'declineReview',
      success: 'The changes were declined',
      invalidates: [keyOf(instanceId, 'review'), keyOf(instanceId, 'reviews')],
    },
  });
}

async function listChanges(
  request: Request,
  instanceId: number,
  wanted: ChangesWanted,
  before: ChangeList | undefined,
  signal: AbortSignal,
): Promise<ChangeList> {
  const list = await request(
    sync.listChanges,
    { params: { instanceId }, query: { ...said(wanted), limit: itemsAtFirst } },
    signal,
  );
  const loaded = new Map(before?.templates.map(({ template_id, items }) => [template_id, items.length]));
  let whole = list;
  for (const { template_id } of list.templates) {
    const least = loaded.get(template_id) ?? 0;
    for (;;) {
      const template = whole.templates.find((one) => one.template_id === template_id);
      if (!template?.next_cursor || template.items.length >= least) break;
      const more = await readMore(request, instanceId, wanted, template_id, template.next_cursor, signal);
      whole = withMore(whole, template_id, template.next_cursor, more);
    }
  }
  return whole;
}

const said = ({ template, search, change, conflicts, review }: ChangesWanted) => ({
  ...(template !== undefined && { template }),
  ...(search !== undefined && { search }),
  ...(change !== undefined && { change }),
  ...(conflicts !== undefined && { conflicts }),
  ...(review !== undefined && { review }),
});

interface MoreItems {
  items: ChangedItem[];
  nextCursor: string | null;
}

async function readMore(
  request: Request,
  instanceId: number,
  wanted: ChangesWanted,
  template: string,
  cursor: string,
  signal?: AbortSignal,
): Promise<MoreItems> {
  const query = { ...said(wanted), template, cursor, limit: itemsPerCall };
  const [page] = (await request(sync.listChanges, { params: { instanceId }, query }, signal)).templates;
  return { items: page?.items ?? [], nextCursor: page?.next_cursor ?? null };
}

/** The list with more items of a template; unchanged where these were loaded after another cursor. */
function withMore(list: ChangeList, templateId: string, cursor: string, { items, nextCursor }: MoreItems): ChangeList {
  return {
    ...list,
    templates: list.templates.map((template) => {
      if (template.template_id !== templateId || template.next_cursor !== cursor) return template;
      const known = new Set(template.items.map(({ id }) => id));
      const more = items.filter(({ id }) => !known.has(id));
      return { ...template, items: [...template.items, ...more], next_cursor: nextCursor };
    }),
  };
}

/** Loads the next items of a template into the list of changes; resolves to false if there are none or the list has changed. */
export async function loadMoreChanges(
  request: Request,
  queries: QueryClient,
  instanceId: number,
  wanted: ChangesWanted,
  templateId: string,
): Promise<boolean> {
  const { queryKey } = syncQueries.changes(request, instanceId, wanted);
  const cursor = queries
    .getQueryData(queryKey)
    ?.templates.find(({ template_id }) => template_id === templateId)?.next_cursor;
  if (!cursor) return false;
  // As a query, so that a second call for the same items waits for the first, and a failure shows a toast.
  const more = await queries.fetchQuery({
    queryKey: [...keyOf(instanceId, 'more'), wanted, templateId, cursor],
    queryFn: ({ signal }) => readMore(request, instanceId, wanted, templateId, cursor, signal),
    staleTime: 0,
    gcTime: 0,
    meta: { title: 'Instance sync', isPart: true },
  });
  queries.setQueryData(queryKey, (list) => list && withMore(list, templateId, cursor, more));
  return true;
}

/** What to sync: all changes, a selection of them, what a review asks for (`null`: everything), or back what a sync did. */
export type SyncScope =
  | { kind: 'all' }
  | { kind: 'selection'; selection: SyncSelection }
  | { kind: 'review'; reviewId: number; selection: SyncSelection | null }
  | { kind: 'undo'; syncId: number };

/** What is sent with a sync beside what to sync. */
export type SyncAbout = SyncResolution & { note?: string; seen?: string };

function checkSync(request: Request, instanceId: number, scope: SyncScope, signal: AbortSignal): Promise<SyncCheck> {
  const params = { instanceId };
  if (scope.kind === 'undo')
    return request(sync.checkUndo, { params: { ...params, syncId: scope.syncId }, body: {} }, signal);
  const body = (scope.kind === 'all' ? null : scope.selection) ?? { changes: [], all: true };
  return request(sync.check, { params, body }, signal);
}

interface StartSync {
  scope: SyncScope;
  about: SyncAbout;
  /** The toast once it is applied. */
  success: string;
  /** Called once the server has accepted it, which may be long before it is applied. */
  onStarted: () => void;
}

/** Said where there is nothing to sync. */
export const noChanges = 'There are no changes to sync at this time';

/**
 * Syncs, and succeeds once everything is applied; goes on when its page is left. Resolves to the id of the sync, or `null` if
 * there was nothing to do.
 */
export function useStartSync(instanceId: number) {
  const request = useRequest();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ scope, about, onStarted }: StartSync) => {
      const started = await startSync(request, instanceId, scope, about);
      onStarted();
      if (started.state === 'running') void queries.invalidateQueries({ queryKey: keyOf(instanceId, 'changes') });
      await untilApplied(request, queries, instanceId, started);
      return started.id;
    },
    // Not waited for: the sync is over, whatever is loaded after it.
    onSettled: () => void queries.invalidateQueries({ queryKey: queryKeys.instance.all(instanceId) }),
    meta: { of: 'startSync', success: (id, variables) => (id === null ? noChanges : (variables as StartSync).success) },
  });
}

function startSync(request: Request, instanceId: number, scope: SyncScope, about: SyncAbout): Promise<StartedSync> {
  const params = { instanceId };
  if (scope.kind === 'all') return request(sync.all, { params, body: about });
  if (scope.kind === 'selection') return request(sync.some, { params, body: { ...scope.selection, ...about } });
  if (scope.kind === 'undo') return request(sync.undo, { params: { ...params, syncId: scope.syncId }, body: about });
  return request(syncReviews.apply, { params: { ...params, reviewId: scope.reviewId }, body: about });
}

async function untilApplied(
  request: Request,
  queries: QueryClient,
  instanceId: number,
  { id, state }: StartedSync,
): Promise<void> {
  if (id === null || state === 'applied') return;
  for (;;) {
    // A progress bar asks for the same at the same time.
    const now = await queries.fetchQuery({ ...syncQueries.get(request, instanceId, id), staleTime: pollEvery / 2 });
    if (now.sync.state === 'applied') return;
    if (now.sync.state === 'failed') throw new Error(failedText(now.sync));
    await new Promise((resolve) => setTimeout(resolve, pollEvery));
  }
}

/** Says of a failed sync why it failed, and what to do. */
export const failedText = ({ error, target }: Pick<Sync, 'error' | 'target'>): string =>
  error ?? `The sync failed. Nothing was changed in ${target.env}. Look at the changes and sync again.`;
