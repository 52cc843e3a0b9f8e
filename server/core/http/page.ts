import type { ListQuery } from '@quartermaster/contract/shapes/common.ts';
import type { Static } from 'typebox';
import { AppError } from '../base/errors.ts';

/** Where an entry stands in its list: what the list is ordered by, of which no two entries have the same. */
export type Place = readonly (number | string)[];

/** A part of a list, as its statement asks for it. */
export interface Page<P extends Place> {
  /** A part of a name or address, or nothing. */
  search: string;
  /** The page begins behind it. */
  after: P;
  /** One row more than the page has, to know whether another follows; `null` for all. */
  take: number | null;
}

/** Reads what a list is asked for; `first` stands before all of its entries. 422 where the cursor is of another list. */
export function readPage<P extends Place>({ search = '', limit, cursor }: Static<typeof ListQuery>, first: P): Page<P> {
  const after = cursor === undefined ? first : readPlace(cursor, first);
  return { search: search.trim(), after, take: limit === undefined ? null : limit + 1 };
}

/** The rows of the page, and the cursor of the next one where there is one. */
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

/** A cursor that says where an entry stands. */
export const writePlace = (place: Place): string => Buffer.from(JSON.stringify(place)).toString('base64url');

/** The place of a cursor that has values of the same kinds as `first`; 422 if it has not. */
export function readPlace<P extends Place>(cursor: string, first: P): P {
  const place = parse(Buffer.from(cursor, 'base64url').toString());
  const fits =
    Array.isArray(place) && place.length === first.length && first.every((kind, at) => isSame(kind, place[at]));
  if (!fits) throw new AppError('invalid', { fields: { cursor: 'was not made for this list: begin without one' } });
  return place as unknown as P;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Nothing that the database could not compare with. */
const isSame = (kind: number | string, value: unknown): boolean =>
  typeof kind === 'number'
    ? Number.isInteger(value) && Math.abs(value as number) < 2 ** 31
    : typeof value === 'string' && value.isWellFormed() && !value.includes('\0');
