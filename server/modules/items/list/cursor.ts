import { timingSafeEqual } from 'node:crypto';
import { AppError } from '../../../core/base/errors.ts';
import type { Secrets } from '../../../core/environment/secrets.ts';

/** Where a page ended: the next one starts behind it. `sort` is `null` for an item without a value in the sorted field. */
export interface Cursor {
  sort: string | number | null;
  id: number;
  total: number;
  isExact: boolean;
}

/** Writes and reads the cursors of one list. */
export interface Cursors {
  write: (cursor: Cursor) => string;
  /** 422 where the text is none that was written for this list. */
  read: (text: string) => Cursor;
}

/** 96 bits, in base64url. */
const signatureLength = 16;

/** Cursors are signed together with what they belong to, as they mean nothing in another list, and are believed as they are. */
export function cursorsOf({ sign }: Pick<Secrets, 'sign'>, ...list: readonly unknown[]): Cursors {
  const signature = (place: string) =>
    Buffer.from(sign(`list cursor ${JSON.stringify(list)} ${place}`), 'hex')
      .toString('base64url')
      .slice(0, signatureLength);
  return {
    write: ({ sort, id, total, isExact }) => {
      const place = Buffer.from(JSON.stringify([sort, id, total, isExact])).toString('base64url');
      return `${signature(place)}${place}`;
    },
    read: (text) => {
      const place = text.slice(signatureLength);
      if (!isSame(text.slice(0, signatureLength), signature(place)))
        throw new AppError('invalid', { fields: { cursor } });
      const [sort, id, total, isExact] = JSON.parse(Buffer.from(place, 'base64url').toString()) as [
        Cursor['sort'],
        number,
        number,
        boolean,
      ];
      return { sort, id, total, isExact };
    },
  };
}

/** In a time that does not tell how much of it was right. */
function isSame(text: string, expected: string): boolean {
  const [given, wanted] = [Buffer.from(text), Buffer.from(expected)];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

const cursor = 'this cursor was not made for this list: begin with its first page, without a cursor';
