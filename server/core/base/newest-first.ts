import { largestId } from './largest-id.ts';

/** The page of a list by descending id that a call requests; without a cursor the first one. */
export interface PageRequest {
  cursor?: string;
  limit?: number;
}

/** The database query of a page: its filters, the rows with an id below `before`, and one row more, which shows whether there is a next page. */
export const toPageQuery = <Filters>({ cursor, limit = 50, ...filters }: PageRequest & Filters) => ({
  ...filters,
  before: cursor === undefined ? largestId : Math.min(Number(cursor), largestId),
  limit: limit + 1,
});

/** The rows of a page, and the cursor of the next one: the id of its last row. `rows` are those of its {@link toPageQuery}. */
export function cutPage<Row extends { id: number }>(rows: readonly Row[], { limit = 50 }: PageRequest) {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { page, next_cursor: last ? String(last.id) : null };
}
