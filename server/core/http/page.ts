import type { ListQuery } from '@quartermaster/contract/shapes/common.ts';
import type { Static } from 'typebox';
import { AppError } from '../base/errors.ts';

/** The position of an entry in its list: the values that the list is ordered by, unique among its entries. */
export type Place = readonly (number | string)[];

/** A page of a list, as its statement needs it. */
export interface Page<P extends Place> {
  /** A part of a name or address, or empty. */
  search: string;
  /** The page begins after it. */
  after: P;
  /** One row more than the page has, to detect a next page; `null` for all. */
  take: number | null;
}

/** Reads the query of a list; `first` precedes all of its entries. 422 if the cursor belongs to another list. */
export function readPage<P extends Place>({ search = '', limit, cursor }: Static<typeof ListQuery>, first: P): Page<P> {
  const after = cursor === undefined ? first : readPlace(cursor, first);
  return { search: search.trim(), after, take: limit === undefined ? null : limit + 1 };
}

/** The rows of the page, and the cursor of the next one if there is one. */
export function pageOf<R, P extends Place>(
  rows: R[],
  { take }: Page<P>,
  placeOf: (row: R) => P,
): { rows: R[]; next_cursor: string | null } {
  if (take === null || rows.length < take) return { rows, next_cursor: null };
  const page = rows.slice(0, take - 1);
  const last = page.at(-1);
  return { rows: page, next_cursor: last === undefined ? null : writePlace(placeOf(last)) };
}

/** A cursor for the position of an entry. */
export const writePlace = (position: Place): string => Buffer.from(JSON.stringify(position)).toString('base64url');

/** The position of a cursor whose values have the same types as `first`; otherwise throws 422. */
export function readPlace<P extends Place>(cursor: string, first: P): P {
  const position = parse(Buffer.from(cursor, 'base64url').toString());
  const fits =
    Array.isArray(position) &&
    position.length === first.length &&
    first.every((kind, at) => isSame(kind, position[at]));
  if (!fits) throw new AppError('invalid', { fields: { cursor: 'was not made for this list: begin without one' } });
  return position as unknown as P;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Rejects values that the database could not compare. */
const isSame = (kind: number | string, value: unknown): boolean =>
  typeof kind === 'number'
    ? Number.isInteger(value) && Math.abs(value as number) < 2 ** 31
    : typeof value === 'string' && value.isWellFormed() && !value.includes('\0');
