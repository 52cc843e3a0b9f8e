import type { Condition } from './list-conditions.ts';
import type { PageQuery } from './page-sql.ts';

/** The number of items that a condition matched when last measured: few enough to be listed before a scan, or more. */
export type MatchCount = 'listed' | 'common';

/** Only hints for choosing a statement: lists change, and another server has its own. */
const counts = new Map<string, MatchCount>();
const most = 10_000;

const nameOf = ({ model }: PageQuery, condition: Condition): string => `${model.key} ${JSON.stringify(condition)}`;

export const knownMatchCount = (query: PageQuery, condition: Condition): MatchCount | undefined =>
  counts.get(nameOf(query, condition));

export function storeMatchCount(query: PageQuery, condition: Condition, count: MatchCount): void {
  if (counts.size >= most) counts.clear();
  counts.set(nameOf(query, condition), count);
}

/** Drops the known numbers of a list's conditions, as they did not produce a page. */
export function dropMatchCounts(query: PageQuery): void {
  for (const condition of query.conditions) counts.delete(nameOf(query, condition));
}
