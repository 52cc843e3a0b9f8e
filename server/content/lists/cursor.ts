import { timingSafeEqual } from 'node:crypto';
import { AppError } from '../../core/base/errors.ts';
import type { Secrets } from '../../core/environment/secrets.ts';

/** The end of a page; the next one starts after it. `sort` is `null` for an item without a value in the sort field. */
export interface Cursor {
  sort: string | number | null;
  id: number;
  total: number;
  isExact: boolean;
}

/** Writes and reads the cursors of one list. */
export interface Cursors {
  write: (cursor: Cursor) => string;
  /** Throws 422 if the text is not a cursor of this list. */
  read: (text: string) => Cursor;
}

/** 96 bits, in base64url. */
const signatureLength = 16;

/**
 * Cursors are signed together with their list's parameters, because they are meaningless in another list; signed
 * content is trusted.
 */
export function cursorsOf({ sign }: Pick<Secrets, 'sign'>, ...list: readonly unknown[]): Cursors {
  const signature = (position: string) =>
    Buffer.from(sign(`list cursor ${JSON.stringify(list)} ${position}`), 'hex')
      .toString('base64url')
      .slice(0, signatureLength);
  return {
    write: ({ sort, id, total, isExact }) => {
      const position = Buffer.from(JSON.stringify([sort, id, total, isExact])).toString('base64url');
      return `${signature(position)}${position}`;
    },
    read: (text) => {
      const position = text.slice(signatureLength);
      if (!isSame(text.slice(0, signatureLength), signature(position)))
        throw new AppError('invalid', { fields: { cursor } });
      const [sort, id, total, isExact] = JSON.parse(Buffer.from(position, 'base64url').toString()) as [
        Cursor['sort'],
        number,
        number,
        boolean,
      ];
      return { sort, id, total, isExact };
    },
  };
}

/** Constant-time comparison. */
function isSame(text: string, expected: string): boolean {
  const [actual, valid] = [Buffer.from(text), Buffer.from(expected)];
  return actual.length === valid.length && timingSafeEqual(actual, valid);
}

const cursor = 'this cursor was not made for this list: begin with its first page, without a cursor';
