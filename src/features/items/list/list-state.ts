import { type Filter, type FilterOp, filterOps, takesValue } from '@quartermaster/contract/field-types/filters.ts';
import { type FilterDraft, toFilter } from '@quartermaster/contract/rules/filter.ts';
import type { ItemsPageQuery } from '../../../shared/data/items-page.ts';
import { filterParam } from '../../../shared/table/list/filter-param.ts';
import type { ListState, QueryFormat } from '../../../shared/table/list/list-state.ts';
import type { TableSort } from '../../../shared/table/table-column.ts';
import type { WantedItems } from './export/use-export-items.ts';

/** A complete filter; `internalId` is its URL format, unique within the list. */
export type ListFilter = FilterDraft & { internalId: string; condition: FilterOp };

/** Updates the filters based on the latest ones, which may not be rendered yet. */
export type ChangeFilters = (change: (before: ListFilter[]) => ListFilter[]) => void;

export const toListFilter = (filter: Omit<ListFilter, 'internalId'>): ListFilter => ({
  internalId: filterParam(filter),
  ...filter,
});

/** What a list of items is searched for, filtered and sorted by. */
export interface ItemsQuery {
  search: string;
  filters: ListFilter[];
  sort: TableSort | undefined;
  /** Undefined for a table. */
  layout?: 'gallery' | 'chart' | undefined;
  /** What the chart draws, as in a view: `points:strength,cost`. */
  chart?: string | undefined;
  /** The id of the field that the list is grouped by, and in whose order it is then. */
  group?: string | undefined;
  /** The saved view that the list is opened with, by its id; `all` for none, where the template has a first view. */
  view?: number | 'all' | undefined;
}

/** What a saved view filters, sorts and groups by, and its layout. */
export type ViewQuery = Pick<ItemsQuery, 'filters' | 'sort' | 'layout' | 'chart' | 'group'>;

const isCondition = (text: string | undefined): text is FilterOp =>
  text !== undefined && Object.hasOwn(filterOps, text);

/** Parses a filter of the URL: `field:condition:value`. */
export function parseFilter(text: string): ListFilter | undefined {
  const [, fieldId, condition, value = ''] = /^([^:]+):([^:]+):(.*)$/s.exec(text) ?? [];
  if (!fieldId || !isCondition(condition) || (value === '' && takesValue(condition))) return undefined;
  return toListFilter({ fieldId, condition, value });
}

/** The saved view that an address names. */
export function viewIn(params: URLSearchParams): ItemsQuery['view'] {
  const text = params.get('view');
  if (text === 'all') return text;
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** The layout of a name; undefined for a table. */
export const layoutOf = (name: string | null | undefined): ItemsQuery['layout'] =>
  name === 'gallery' || name === 'chart' ? name : undefined;

/** Whether two lists have the same filters, in any order. */
export const areSameFilters = (some: readonly ListFilter[], others: readonly ListFilter[]): boolean =>
  some.length === others.length &&
  some.every(({ internalId }) => others.some((other) => other.internalId === internalId));

/** Whether two lists are sorted alike. */
export const isSameSort = (one: TableSort | undefined, other: TableSort | undefined): boolean =>
  one?.field === other?.field && one?.direction === other?.direction;

/**
 * The query of a list of items in its URL; ignores what is invalid. The URL of a saved view has only what differs from it: an empty `filter`
 * `sort` or `group` stands for none, and so does `layout=table`.
 * @param queryOfView - undefined for a view that is not known
 * @param hasFirst - true if a URL without parameters stands for the first view
 */
export const createItemsFormat = (
  queryOfView: (id: number) => ViewQuery | undefined,
  hasFirst = false,
): QueryFormat<ItemsQuery> => ({
  names: ['view', 'search', 'filter', 'sort', 'layout', 'chart', 'group'],
  parse: (params) => {
    const view = viewIn(params);
    const base = typeof view === 'number' ? queryOfView(view) : undefined;
    const [, field, direction] = /^(.+):(asc|desc)$/.exec(params.get('sort') ?? '') ?? [];
    const sort: TableSort | undefined = field ? { field, direction: direction === 'desc' ? 'desc' : 'asc' } : undefined;
    const layout = params.has('layout') ? layoutOf(params.get('layout')) : base?.layout;
    const chart = params.get('chart') ?? base?.chart;
    const group = params.get('group') ?? base?.group;
    return {
      search: (params.get('search') ?? '').slice(0, 256),
      filters:
        base && !params.has('filter')
          ? base.filters
          : params.getAll('filter').flatMap((text) => parseFilter(text) ?? []),
      sort: base && !params.has('sort') ? base.sort : sort,
      ...(layout && { layout }),
      ...(chart && { chart }),
      ...(group && { group }),
      ...(view !== undefined && { view }),
    };
  },
  format: ({ search, filters, sort, layout, chart, group, view }, params) => {
    const isOfView = typeof view === 'number';
    const base = isOfView ? queryOfView(view) : undefined;
    const isBare = view === undefined && !search && filters.length === 0 && !sort && !layout && !chart && !group;
    if (view !== undefined) params.set('view', String(view));
    else if (isBare && hasFirst) params.set('view', 'all');
    if (search) params.set('search', search);
    if (!base || !areSameFilters(filters, base.filters)) {
      for (const { internalId } of filters) params.append('filter', internalId);
      if (isOfView && filters.length === 0) params.set('filter', '');
    }
    if (layout !== base?.layout) params.set('layout', layout ?? 'table');
    if (chart && chart !== base?.chart) params.set('chart', chart);
    if (group !== base?.group) params.set('group', group ?? '');
    if (base && isSameSort(sort, base.sort)) return;
    if (sort) params.set('sort', `${sort.field}:${sort.direction}`);
    else if (isOfView) params.set('sort', '');
  },
});

/** The same without knowledge of saved views. */
export const itemsFormat = createItemsFormat(() => undefined);

/** What a list is searched for, filtered and sorted by, as the query of an address; empty for nothing. */
export function queryOf(query: ItemsQuery): string {
  const params = new URLSearchParams();
  itemsFormat.format(query, params);
  return params.size > 0 ? `?${params}` : '';
}

/** The parameters of the list call. */
export const toPageQuery = ({ query, position }: ListState<ItemsQuery>): ItemsPageQuery => ({
  filters: query.filters.map((filter): Filter => toFilter(filter)),
  ...(query.search ? { search: query.search } : {}),
  sort: query.group ? { field: query.group, direction: 'asc' } : query.sort,
  cursor: position.cursor,
  ...(position.last ? { fromEnd: true } : {}),
  limit: position.last && !position.cursor ? position.last : position.size,
});

/** The items of the whole list, in its order. */
export const toExported = ({ filters, search, sort }: ItemsPageQuery): WantedItems => ({
  ...(filters && filters.length > 0 && { filters }),
  ...(search && { search }),
  ...(sort && { sort }),
});
