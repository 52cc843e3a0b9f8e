import { type Filter, type FilterOp, filterOps, takesValue } from '@quartermaster/contract/field-types/filters.ts';
import { type FilterDraft, toFilter } from '@quartermaster/contract/rules/filter.ts';
import { anySizeOf, largestPageSize } from '../../../shared/table/page-sizes.ts';
import type { TableSort } from '../../../shared/table/table-column.ts';

/** A complete filter; `internalId` is its URL format, unique within the list. */
export type ListFilter = FilterDraft & { internalId: string; condition: FilterOp };

/** Updates the filters based on the latest ones, which may not be rendered yet. */
export type ChangeFilters = (change: (before: ListFilter[]) => ListFilter[]) => void;

export const toListFilter = (filter: Omit<ListFilter, 'internalId'>): ListFilter => ({
  internalId: `${filter.fieldId}:${filter.condition}:${filter.value}`,
  ...filter,
});

/** The state of a list in its URL: search, filters, sort order and page. `page` counts from 1. */
export interface ListState {
  search: string;
  filters: ListFilter[];
  sort: TableSort | undefined;
  cursor: string | undefined;
  page: number;
  size: number;
  /** For a list that is paged from its end: how many rows its last page has. */
  last: number | undefined;
}

const isCondition = (text: string | undefined): text is FilterOp =>
  text !== undefined && Object.hasOwn(filterOps, text);

/** Parses a filter of the URL: `field:condition:value`. */
export function parseFilter(text: string): ListFilter | undefined {
  const [, fieldId, condition, value = ''] = /^([^:]+):([^:]+):(.*)$/s.exec(text) ?? [];
  if (!fieldId || !isCondition(condition) || (value === '' && takesValue(condition))) return undefined;
  return toListFilter({ fieldId, condition, value });
}

/** Parses the URL of a list; ignores what is invalid. */
export function parseListState(search: URLSearchParams, defaultSize: number): ListState {
  const [, field, direction] = /^(.+):(asc|desc)$/.exec(search.get('sort') ?? '') ?? [];
  const cursor = search.get('cursor') || undefined;
  const rows = Number(search.get('last'));
  const last = Number.isInteger(rows) && rows > 0 && rows <= largestPageSize ? rows : undefined;
  // Without a cursor it is the first page, whatever `page` is, or the last one.
  const page = cursor || last ? Number(search.get('page')) : 1;
  return {
    search: (search.get('search') ?? '').slice(0, 256),
    filters: search.getAll('filter').flatMap((text) => parseFilter(text) ?? []),
    sort: field ? { field, direction: direction === 'desc' ? 'desc' : 'asc' } : undefined,
    cursor,
    page: Number.isInteger(page) && page > 1 ? page : 1,
    size: anySizeOf(search.get('size')) ?? defaultSize,
    last,
  };
}

/** Formats the URL of a list; omits defaults. Where a page begins depends on the page size, so all but the first page include it. */
export function formatListState(
  { search: typed, filters, sort, cursor, page, size, last }: ListState,
  defaultSize: number,
): URLSearchParams {
  const search = new URLSearchParams();
  if (typed) search.set('search', typed);
  for (const { internalId } of filters) search.append('filter', internalId);
  if (sort) search.set('sort', `${sort.field}:${sort.direction}`);
  if (size !== defaultSize || cursor || last) search.set('size', String(size));
  if (cursor || last) search.set('page', String(page));
  if (last) search.set('last', String(last));
  if (cursor) search.set('cursor', cursor);
  return search;
}

/** The parameters of the list call. */
export const toPageQuery = ({ search, filters, sort, cursor, size, last }: ListState) => ({
  filters: filters.map((filter): Filter => toFilter(filter)),
  ...(search ? { search } : {}),
  sort,
  cursor,
  ...(last ? { fromEnd: true } : {}),
  limit: last && !cursor ? last : size,
});
