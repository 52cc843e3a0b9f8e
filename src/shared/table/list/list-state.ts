import { anySizeOf, isPageSize, largestPageSize } from '../page-sizes.ts';

/** Where a page of a list starts: its cursor, and the number of rows before it. Without a cursor it is the first page, or the last one. */
export interface PageStart {
  cursor: string | undefined;
  from: number;
}

/** A page of a list. */
export interface ListPlace extends PageStart {
  size: number;
  /** For a list that is paged from its end: how many rows its last page has. */
  last: number | undefined;
}

/** The state of a list in its URL: what it is filtered and sorted by, and its page. */
export interface ListState<Query> {
  query: Query;
  position: ListPlace;
}

/** How the query of a list is written in its URL. */
export interface QueryFormat<Query> {
  /** The names of its parameters. */
  names: readonly string[];
  parse: (params: URLSearchParams) => Query;
  format: (query: Query, params: URLSearchParams) => void;
}

/** The first page. */
export const firstPlace = (size: number): ListPlace => ({ cursor: undefined, from: 0, size, last: undefined });

/** Parses the URL of a list; ignores what is invalid. */
export function parseState<Query>(
  { parse }: QueryFormat<Query>,
  params: URLSearchParams,
  defaultSize: number,
): ListState<Query> {
  const cursor = params.get('cursor') || undefined;
  const rows = Number(params.get('last'));
  const last = Number.isInteger(rows) && rows > 0 && rows <= largestPageSize ? rows : undefined;
  // Without a cursor it is the first page, whatever `from` is, or the last one.
  const from = cursor || last ? Number(params.get('from')) : 0;
  const position = {
    cursor,
    from: Number.isSafeInteger(from) && from > 0 ? from : 0,
    size: anySizeOf(params.get('size')) ?? defaultSize,
    last,
  };
  return { query: parse(params), position };
}

const placeNames = ['size', 'from', 'last', 'cursor'];

/**
 * Formats the query of a list's URL; omits defaults, and keeps parameters of `others` that are not the list's. Where a page begins depends
 * on the page size, so all but the first page include it.
 */
export function formatState<Query>(
  { names, format }: QueryFormat<Query>,
  { query, position: { cursor, from, size, last } }: ListState<Query>,
  defaultSize: number,
  others = new URLSearchParams(),
): string {
  const params = new URLSearchParams(others);
  for (const name of [...names, ...placeNames]) params.delete(name);
  format(query, params);
  if (size !== defaultSize || cursor || last) params.set('size', String(size));
  if (cursor || last) params.set('from', String(from));
  if (last) params.set('last', String(last));
  if (cursor) params.set('cursor', cursor);
  return params.size > 0 ? `?${params}` : '';
}

/** The page of the server's next cursor: the previous page in a list that is paged from its end. */
export const nextPlace = ({ from, last, size }: ListPlace, cursor: string, rows: number): PageStart => ({
  cursor,
  from: last ? Math.max(0, from - size) : from + rows,
});

/**
 * The place with a size that the user has chosen, or the default, which a change of the query may change: only the first page can change its
 * number of rows.
 */
export const withFittingSize = (position: ListPlace, defaultSize: { before: number; now: number }): ListPlace => {
  const isChosen = isPageSize(position.size) && position.size !== defaultSize.before;
  return position.cursor || position.last || isChosen ? position : { ...position, size: defaultSize.now };
};
