/** As large as an id can be. */
export const largestId = 2_147_483_647;

/** The page of a list by descending id that a call requests; without a cursor the first one. */
export interface PageWanted {
  cursor?: string;
  limit?: number;
}

/** The query for a page: its filters, the rows with an id below `before`, and one more than fit, which tells whether there is another page. */
export const toIds = <Filters>({ cursor, limit = 50, ...filters }: PageWanted & Filters) => ({
  ...filters,
  before: cursor === undefined ? largestId : Math.min(Number(cursor), largestId),
  limit: limit + 1,
});

/** The rows of a page, and the cursor of the next one: the id of its last row. `rows` has one more if there is a next page. */
export function cutPage<Row extends { id: number }>(rows: readonly Row[], { limit = 50 }: PageWanted) {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { page, next_cursor: last ? String(last.id) : null };
}
