import { HttpError } from '../http/http-error.ts';

/** The requested page of a list, optionally only entries that match a text; without a cursor the first one. */
export interface PageWanted {
  search?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** A page of a list; `nextCursor` is `null` on the last. */
export interface ListPage<Row> {
  rows: Row[];
  /** How many there are on all pages; undefined for a list that is not counted. */
  total?: number;
  /** False if there are more than were counted. */
  totalIsExact?: boolean;
  nextCursor: string | null;
}

/** A requested page as the query of the call. */
export const pageQuery = ({ search = '', cursor, limit }: PageWanted) => ({
  limit,
  ...(search === '' ? {} : { search }),
  ...(cursor === undefined ? {} : { cursor }),
});

/** True if the list has changed since the cursor was issued; the first page still exists. */
export const isLostCursor = (error: unknown): boolean =>
  error instanceof HttpError && error.body.fields?.cursor !== undefined;

/** How many entries a searching select offers at once. */
export const offered = 25;
