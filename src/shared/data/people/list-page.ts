import { HttpError } from '../../http/http-error.ts';

/** Which page of a list is wanted, of the entries that a text is found in; without a cursor the first one. */
export interface PageWanted {
  search: string;
  cursor?: string | undefined;
  limit: number;
}

/** A page of a list; `nextCursor` is `null` on the last. */
export interface ListPage<Row> {
  rows: Row[];
  /** How many there are on all pages. */
  total: number;
  nextCursor: string | null;
}

/** A wanted page as the query of its address. */
export const pageQuery = ({ search, cursor, limit }: PageWanted) => ({
  limit,
  ...(search === '' ? {} : { search }),
  ...(cursor === undefined ? {} : { cursor }),
});

/** True if the list has changed since its cursor was noted; its first page is still there. */
export const isLostCursor = (error: unknown): boolean =>
  error instanceof HttpError && error.body.fields?.cursor !== undefined;

/** How many entries a select that searches offers at once. */
export const offered = 25;
