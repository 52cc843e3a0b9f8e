import { createHash } from 'node:crypto';
import type { Menus } from '../menu/menu-sql.ts';

/** Joins revisions into one, regardless of their order. */
export function joinRevisions(revisions: Iterable<string>): string {
  let joined = 0n;
  for (const revision of revisions) joined ^= BigInt(`0x${revision}`);
  return joined.toString(16).padStart(12, '0');
}

/** SQL: the same for a column of revisions, as a number. */
export const joinedRevisionsSql = (revision: string): string =>
  `coalesce(bit_xor(('x' || ${revision})::bit(48)::bigint), 0)`;

/** The revision of a difference of two menus. */
export const menuRevision = ({ source_hash, target_hash }: Menus): string =>
  createHash('md5').update(`${source_hash}${target_hash}`).digest('hex').slice(0, 12);
