import type { ChangeKind } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { ItemRow } from '@quartermaster/contract/endpoints/items.ts';
import { type ChangedItem, type ChangeList, sync } from '@quartermaster/contract/endpoints/sync.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { isRefusal } from '../../http/http-error.ts';
import { keepUnder, queryKeys } from '../../http/query-keys.ts';
import type { Request } from '../../services/request.ts';

/** How many items per template the first answer contains, and how many each further request loads. */
const itemsAtFirst = 100;
const itemsPerCall = 1000;

/** Filters of the changes; all are listed without any. */
export interface ChangesWanted {
  template?: string | undefined;
  search?: string | undefined;
  change?: ChangeKind | undefined;
  conflicts?: true | undefined;
  /** Only the changes of this review. */
  review?: number | undefined;
  /** Only the changes of this release. */
  release?: number | undefined;
}

/** The differences between an instance and its sync target. */
export const syncChangeQueries = {
  /** Each template with its first items, or with as many as were loaded before; {@link loadMoreChanges} loads the rest. */
  changes: (request: Request, instanceId: number, filters: ChangesWanted) =>
    queryOptions({
      queryKey: [...queryKeys.instance.sync(instanceId, 'changes'), filters],
      queryFn: ({ signal, client, queryKey }) =>
        listChanges(request, instanceId, filters, client.getQueryData<ChangeList>(queryKey), signal),
      // Edits in both instances change it, so every visit refetches it.
      staleTime: 0,
      // The list stays until the one of another filter is loaded.
      placeholderData: keepUnder(queryKeys.instance.sync(instanceId, 'changes')),
      meta: {
        title: 'Instance sync',
        quiet: isRefusal,
        follow: withRunning,
        isRunning: ({ running }: ChangeList) => running !== null,
      },
    }),
  /** The items of a page that are not synced yet. */
  unsynced: (
    request: Request,
    instanceId: number,
    templateId: string,
    rows: readonly Pick<ItemRow, 'id' | 'version'>[],
  ) =>
    queryOptions({
      queryKey: [
        ...queryKeys.instance.sync(instanceId, 'unsynced', templateId),
        rows.map(({ id, version }) => `${id}.${version}`),
      ],
      queryFn: async ({ signal }) => {
        const body = { ids: rows.map(({ id }) => id) };
        const { ids } = await request(sync.listUnsynced, { params: { instanceId, templateId }, body }, signal);
        return new Set(ids);
      },
      placeholderData: keepUnder(queryKeys.instance.sync(instanceId, 'unsynced', templateId)),
      // The list can be used without them.
      meta: { title: 'Items not synced yet', quiet: true },
    }),
  /** The number of changes: of items, of templates, and one for the menu. */
  amount: (request: Request, instanceId: number) =>
    queryOptions({
      queryKey: queryKeys.instance.sync(instanceId, 'amount'),
      queryFn: async ({ signal }) => {
        const { counts, menu } = await request(
          sync.listChanges,
          { params: { instanceId }, query: { limit: 1 } },
          signal,
        );
        return counts.added + counts.updated + counts.removed + counts.templates + (menu.is_changed ? 1 : 0);
      },
      retry: false,
      meta: { title: 'Number of changes', quiet: true },
    }),
};

/** A running sync is shown while the changes are read. */
const withRunning = (list: ChangeList, { running }: ChangeList): ChangeList => ({ ...list, running });

async function listChanges(
  request: Request,
  instanceId: number,
  filters: ChangesWanted,
  before: ChangeList | undefined,
  signal: AbortSignal,
): Promise<ChangeList> {
  const list = await request(
    sync.listChanges,
    { params: { instanceId }, query: { ...queryOf(filters), limit: itemsAtFirst } },
    signal,
  );
  const loaded = new Map(before?.templates.map(({ template_id, items }) => [template_id, items.length]));
  let complete = list;
  for (const { template_id } of list.templates) {
    const least = loaded.get(template_id) ?? 0;
    for (;;) {
      const template = complete.templates.find((one) => one.template_id === template_id);
      if (!template?.next_cursor || template.items.length >= least) break;
      const more = await readMore(request, instanceId, filters, template_id, template.next_cursor, signal);
      complete = withMore(complete, template_id, template.next_cursor, more);
    }
  }
  return complete;
}

const queryOf = ({ template, search, change, conflicts, review, release }: ChangesWanted) => ({
  ...(template !== undefined && { template }),
  ...(search !== undefined && { search }),
  ...(change !== undefined && { change }),
  ...(conflicts !== undefined && { conflicts }),
  ...(review !== undefined && { review }),
  ...(release !== undefined && { release }),
});

interface MoreItems {
  items: ChangedItem[];
  nextCursor: string | null;
}

async function readMore(
  request: Request,
  instanceId: number,
  filters: ChangesWanted,
  template: string,
  cursor: string,
  signal?: AbortSignal,
): Promise<MoreItems> {
  const query = { ...queryOf(filters), template, cursor, limit: itemsPerCall };
  const [page] = (await request(sync.listChanges, { params: { instanceId }, query }, signal)).templates;
  return { items: page?.items ?? [], nextCursor: page?.next_cursor ?? null };
}

/** The list with more items of a template; unchanged if they belong to another cursor. */
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
  filters: ChangesWanted,
  templateId: string,
): Promise<boolean> {
  const { queryKey } = syncChangeQueries.changes(request, instanceId, filters);
  const cursor = queries
    .getQueryData(queryKey)
    ?.templates.find(({ template_id }) => template_id === templateId)?.next_cursor;
  if (!cursor) return false;
  // As a query, so that a second call for the same items waits for the first, and a failure shows a toast.
  const more = await queries.fetchQuery({
    queryKey: [...queryKeys.instance.sync(instanceId, 'more'), filters, templateId, cursor],
    queryFn: ({ signal }) => readMore(request, instanceId, filters, templateId, cursor, signal),
    staleTime: 0,
    gcTime: 0,
    meta: { title: 'Instance sync', isPart: true },
  });
  queries.setQueryData(queryKey, (list) => list && withMore(list, templateId, cursor, more));
  return true;
}
