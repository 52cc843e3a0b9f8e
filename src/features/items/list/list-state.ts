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
}

const isCondition = (text: string | undefined): text is FilterOp =>
  text !== undefined && Object.hasOwn(filterOps, text);

/** Parses a filter of the URL: `field:condition:value`. */
export function parseFilter(text: string): ListFilter | undefined {
  const [, fieldId, condition, value = ''] = /^([^:]+):([^:]+):(.*)$/s.exec(text) ?? [];
  if (!fieldId || !isCondition(condition) || (value === '' && takesValue(condition))) return undefined;
  return toListFilter({ fieldId, condition, value });
}

/** The query of a list of items in its URL; ignores what is invalid. */
export const itemsFormat: QueryFormat<ItemsQuery> = {
  names: ['search', 'filter', 'sort'],
  parse: (params) => {
    const [, field, direction] = /^(.+):(asc|desc)$/.exec(params.get('sort') ?? '') ?? [];
    return {
      search: (params.get('search') ?? '').slice(0, 256),
      filters: params.getAll('filter').flatMap((text) => parseFilter(text) ?? []),
      sort: field ? { field, direction: direction === 'desc' ? 'desc' : 'asc' } : undefined,
    };
  },
  format: ({ search, filters, sort }, params) => {
    if (search) params.set('search', search);
    for (const { internalId } of filters) params.append('filter', internalId);
    if (sort) params.set('sort', `${sort.field}:${sort.direction}`);
  },
};

/** What a list is searched for, filtered and sorted by, as the query of an address; empty for nothing. */
export function queryOf(query: ItemsQuery): string {
  const params = new URLSearchParams();
  itemsFormat.format(query, params);
  return params.size > 0 ? `?${params}` : '';
}

/** The parameters of the list call. */
export const toPageQuery = ({ query, place }: ListState<ItemsQuery>): ItemsPageQuery => ({
  filters: query.filters.map((filter): Filter => toFilter(filter)),
  ...(query.search ? { search: query.search } : {}),
  sort: query.sort,
  cursor: place.cursor,
  ...(place.last ? { fromEnd: true } : {}),
  limit: place.last && !place.cursor ? place.last : place.size,
});

/** The items of the whole list, in its order. */
export const toExported = ({ filters, search, sort }: ItemsPageQuery): WantedItems => ({
  ...(filters && filters.length > 0 && { filters }),
  ...(search && { search }),
  ...(sort && { sort }),
});
