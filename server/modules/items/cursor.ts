import { createHash } from 'node:crypto';
import { AppError } from '../../core/errors.ts';

/** Where a page ended: the next one starts behind it. `sort` is `null` for an item without a value in the sorted field. */
export interface Cursor {
  sort: string | number | null;
  id: number;
  total: number;
  isExact: boolean;
}

/** Ties a cursor to the list that it belongs to, as it means nothing in another. */
export const listMark = (...parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 12);

/** A cursor as an opaque text. */
export const writeCursor = ({ sort, id, total, isExact }: Cursor, mark: string): string =>
  Buffer.from(JSON.stringify([mark, sort, id, total, isExact])).toString('base64url');

/** Reads a cursor; 422 where it is none of this list. */
export function readCursor(text: string, mark: string, kind: 'number' | 'text'): Cursor {
  const parts = parse(text);
  if (!Array.isArray(parts) || parts.length !== 5) throw foreign();
  const [owner, sort, id, total, isExact] = parts as unknown[];
  const fits = sort === null || typeof sort === (kind === 'number' ? 'number' : 'string');
  const isId = Number.isInteger(id) && Number(id) > 0 && Number(id) <= 2_147_483_647;
  if (owner !== mark || !fits || !isId || !Number.isInteger(total) || Number(total) < 0 || typeof isExact !== 'boolean')
    throw foreign();
  if (typeof sort === 'string' && (sort.includes('\0') || !sort.isWellFormed())) throw foreign();
  // Each part was just looked at.
  return { sort: sort as Cursor['sort'], id: Number(id), total: Number(total), isExact };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return undefined;
  }
}

const foreign = () => new AppError('invalid', { fields: { cursor: 'this cursor belongs to another list' } });
