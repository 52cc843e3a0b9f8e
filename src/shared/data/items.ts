import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import {
  type Item,
  type ItemRow,
  items,
  type LinkedItem,
  type SavedItem,
} from '@quartermaster/contract/endpoints/items.ts';
import type { ErrorName } from '@quartermaster/contract/errors.ts';
import { type Filter, filterOps } from '@quartermaster/contract/field-types/filters.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { completeAnswer } from '../http/complete-answer.ts';
import { errorDetail } from '../http/error-detail.ts';
import { HttpError, isRefusal } from '../http/http-error.ts';
import { keepUnder, queryKeys } from '../http/query-keys.ts';
import type { Request } from '../services/request.ts';
import { type ItemsPage, type ItemsPageQuery, listBody, pageOfAll } from './items-page.ts';

/** How many ids the server resolves in one request. */
const idsPerCall = 1000;

type ItemQueryKind =
  | 'list'
  | 'sheet'
  | 'neighbours'
  | 'get'
  | 'labels'
  | 'edits'
  | 'search'
  | 'uses'
  | 'searchAll'
  | 'records'
  | 'groups'
  | 'chart';

/** The prefix of the keys of one kind of query for items, whatever their template. */
export const keyOfAll = (kind: ItemQueryKind, instanceId: number) =>
  [...queryKeys.instance.items(instanceId), kind] as const;

/** The prefix of the keys of one kind of query for one template's items. */
const keyOf = (kind: ItemQueryKind, instanceId: number, templateId: string) =>
  [...keyOfAll(kind, instanceId), templateId] as const;

/** How many items a sheet loads at a time. */
const itemsPerSheetPage = 500;

/** Items of a template in an instance. */
export const itemQueries = {
  list: (request: Request, instanceId: number, templateId: string, query: ItemsPageQuery) =>
    queryOptions({
      queryKey: [...keyOf('list', instanceId, templateId), query],
      queryFn: ({ signal }) => listItems(request, instanceId, templateId, query, signal),
      staleTime: 10_000,
      // The previous page's rows stay until the next ones are loaded.
      placeholderData: keepUnder(keyOf('list', instanceId, templateId)),
      // Invalid parameters in the URL are corrected by the screen, a forbidden list redirects.
      meta: { title: 'Items', quiet: (error) => isRefusal(error) && [403, 422].includes(error.status), stored: 'page' },
    }),
  /** The items of a sheet, page by page. They are loaded again only after changes, as the sheet has edits of them. */
  sheet: (
    request: Request,
    instanceId: number,
    templateId: string,
    query: Pick<ItemsPageQuery, 'filters' | 'search' | 'sort'>,
  ) =>
    infiniteQueryOptions({
      queryKey: [...keyOf('sheet', instanceId, templateId), query],
      queryFn: ({ signal, pageParam }) => {
        const page = { ...query, limit: itemsPerSheetPage, ...(pageParam !== null && { cursor: pageParam }) };
        return listItems(request, instanceId, templateId, page, signal);
      },
      initialPageParam: null as string | null,
      getNextPageParam: ({ nextCursor }) => nextCursor,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      meta: { title: 'Items', quiet: (error) => isRefusal(error) && [403, 422].includes(error.status) },
    }),
  /** The id of the item before or after one in the default order of lists, which is by id; `null` if there is none. */
  neighbour: (request: Request, instanceId: number, templateId: string, id: number, by: 'previous' | 'next') =>
    queryOptions({
      queryKey: [...keyOf('neighbours', instanceId, templateId), id, by],
      queryFn: async ({ signal }): Promise<number | null> => {
        const isNext = by === 'next';
        const filters: Filter[] = [
          { template_field_id: 'id', op: isNext ? filterOps.more : filterOps.less, value: String(id) },
        ];
        const sort = { field: 'id', direction: isNext ? ('asc' as const) : ('desc' as const) };
        const { rows } = await listItems(request, instanceId, templateId, { filters, sort, limit: 1 }, signal);
        return rows[0]?.id ?? null;
      },
      staleTime: 10_000,
      // Pressing the button again is the retry.
      retry: false,
      // The page can be used without it; the button shows a failure when it is pressed.
      meta: { title: 'Items before and after', quiet: true },
    }),
  get: (request: Request, instanceId: number, templateId: string, id: number) =>
    queryOptions({
      queryKey: [...keyOf('get', instanceId, templateId), id],
      queryFn: async ({ signal }): Promise<Item> =>
        (await request(items.get, { params: { instanceId, templateId, id } }, signal)).item,
      // Long enough to get from a hovered link to the page, short enough not to edit outdated data.
      staleTime: 5_000,
      gcTime: 10_000,
      meta: { title: 'Item', quiet: isRefusal, stored: 'page' },
    }),
  /** The items that link to an item, page by page. */
  uses: (request: Request, instanceId: number, templateId: string, id: number) =>
    infiniteQueryOptions({
      queryKey: [...keyOf('uses', instanceId, templateId), id],
      queryFn: ({ signal, pageParam }) => {
        const query = pageParam === null ? {} : { cursor: pageParam };
        return request(items.listUses, { params: { instanceId, templateId, id }, query }, signal);
      },
      initialPageParam: null as string | null,
      getNextPageParam: (last) => last.next_cursor,
      staleTime: 5_000,
      // The part of the page with the list shows it.
      meta: { title: 'Used by', quiet: true },
    }),
  /** When and by whom the items of a page were last edited, by id. */
  edits: (request: Request, instanceId: number, templateId: string, rows: readonly Pick<ItemRow, 'id' | 'version'>[]) =>
    queryOptions({
      queryKey: [...keyOf('edits', instanceId, templateId), rows.map(({ id, version }) => `${id}.${version}`)],
      queryFn: async ({ signal }) => {
        const body = { ids: rows.map(({ id }) => id) };
        const { edits } = await request(items.listEdits, { params: { instanceId, templateId }, body }, signal);
        return new Map(edits.map((edit) => [edit.id, edit]));
      },
      enabled: rows.length > 0,
      staleTime: 60_000,
      placeholderData: keepUnder(keyOf('edits', instanceId, templateId)),
      // The list can be used without them.
      meta: { title: 'Last edits', quiet: true, stored: 'page' },
    }),
  /** How many items of a list have each value of a field, the most frequent ones. */
  groups: (
    request: Request,
    instanceId: number,
    templateId: string,
    { field, filters, search }: { field: string } & Pick<ItemsPageQuery, 'filters' | 'search'>,
  ) =>
    queryOptions({
      queryKey: [...keyOf('groups', instanceId, templateId), field, filters, search],
      queryFn: async ({ signal }) => {
        const body = { field, filters, ...(search && { search }) };
        const { groups } = await request(items.groups, { params: { instanceId, templateId }, body }, signal);
        return new Map(groups.map(({ value, count }) => [value, count]));
      },
      staleTime: 10_000,
      placeholderData: keepUnder(keyOf('groups', instanceId, templateId)),
      // The list can be used without them.
      meta: { title: 'Groups', quiet: true },
    }),
  /** Labels, and pictures of images, by id; ids without an item are omitted. */
  labels: (request: Request, instanceId: number, templateId: string, ids: readonly number[]) => {
    const sorted = [...new Set(ids)].sort((a, b) => a - b);
    return queryOptions({
      queryKey: [...keyOf('labels', instanceId, templateId), sorted],
      queryFn: ({ signal }) => labelsOf(request, instanceId, templateId, sorted, signal),
      enabled: sorted.length > 0,
      staleTime: 60_000,
      placeholderData: keepUnder(keyOf('labels', instanceId, templateId)),
      meta: { title: 'Linked items', quiet: true, stored: 'page' },
    });
  },
  /** The items of all templates that match the text by id, key or label, the closest first. Typed: the palette shows failures. */
  searchAll: (request: Request, instanceId: number, text: string) =>
    queryOptions({
      queryKey: [...keyOfAll('searchAll', instanceId), text],
      queryFn: async ({ signal }) =>
        (await request(items.search, { params: { instanceId }, query: { q: text } }, signal)).items,
      staleTime: 10_000,
      retry: false,
      meta: { title: 'Search items', quiet: true },
    }),
  /** The first items whose label contains the text, preceded by the one with that id if the text is a number. */
  search: (request: Request, instanceId: number, templateId: string, text: string) =>
    queryOptions({
      queryKey: [...keyOf('search', instanceId, templateId), text],
      queryFn: ({ signal }) => searchItems(request, instanceId, templateId, text, signal),
      enabled: instanceId > 0 && templateId !== '',
      staleTime: 10_000,
      placeholderData: keepUnder(keyOf('search', instanceId, templateId)),
      meta: { title: 'Search items', quiet: true },
    }),
};

async function listItems(
  request: Request,
  instanceId: number,
  templateId: string,
  query: ItemsPageQuery,
  signal: AbortSignal,
): Promise<ItemsPage> {
  const body = listBody(query);
  const answer = completeAnswer(
    await request(items.list, { params: { instanceId, templateId }, body }, signal),
    'items',
  );
  if (answer.total === undefined) return pageOfAll(answer.items, query);
  return {
    rows: answer.items,
    total: answer.total,
    totalIsExact: answer.total_is_exact ?? true,
    nextCursor: answer.next_cursor ?? null,
    ...(answer.images && { images: answer.images }),
  };
}

async function labelsOf(
  request: Request,
  instanceId: number,
  templateId: string,
  ids: number[],
  signal: AbortSignal,
): Promise<Map<number, LinkedItem>> {
  const calls: Promise<{ items: LinkedItem[] }>[] = [];
  for (let start = 0; start < ids.length; start += idsPerCall) {
    const body = { ids: ids.slice(start, start + idsPerCall) };
    calls.push(request(items.listByIds, { params: { instanceId, templateId }, body }, signal));
  }
  const answers = await Promise.all(calls);
  return new Map(answers.flatMap((answer) => answer.items.map((item) => [item.id, item] as const)));
}

/** How many items a picker lists at once. */
export const offeredItems = 25;

async function searchItems(
  request: Request,
  instanceId: number,
  templateId: string,
  text: string,
  signal: AbortSignal,
): Promise<LinkedItem[]> {
  const find = async (filters: Filter[]) => {
    const query = { filters, limit: offeredItems, withImages: true };
    const { rows, images } = await listItems(request, instanceId, templateId, query, signal);
    return rows.map((row) => ({ ...row, image: images?.[row.id] }));
  };
  const isId = /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647;
  const [byId, byLabel] = await Promise.all([
    isId ? find([{ template_field_id: 'id', op: filterOps.equal, value: text }]) : [],
    find(text === '' ? [] : [{ template_field_id: 'label', op: filterOps.contains, value: text }]),
  ]);
  const found = new Map(
    [...byId, ...byLabel].map(({ id, internal_label, values, image: picture }): [number, LinkedItem] => {
      const image = templateId === imageTemplate.id ? values[imageTemplate.fieldId] : picture;
      return [id, { id, internal_label, ...(typeof image === 'string' && { image }) }];
    }),
  );
  return [...found.values()];
}

/** The item that an earlier attempt has created, if the server rejects another body with the same idempotency key. */
export const createdEarlier = (error: unknown): SavedItem | undefined =>
  errorDetail(error, 'created') as SavedItem | undefined;

/** True for a save of rows that a sync or a template change is writing: it can be retried. */
export const isBusy = (error: unknown): boolean =>
  error instanceof HttpError && error.body.error === ('busy' satisfies ErrorName);
