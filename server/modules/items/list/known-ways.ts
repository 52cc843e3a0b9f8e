import type { Condition } from './list-conditions.ts';
import type { PageQuery } from './page-sql.ts';

/** The number of items that a condition matched when last measured: few enough to be listed before a scan, or more. */
export type KnownWay = 'listed' | 'common';

/** Only hints for choosing a statement: lists change, and another server has its own. */
const ways = new Map<string, KnownWay>();
const most = 10_000;

const nameOf = ({ model }: PageQuery, condition: Condition): string => `${model.key} ${JSON.stringify(condition)}`;

export const knownWay = (query: PageQuery, condition: Condition): KnownWay | undefined =>
  ways.get(nameOf(query, condition));

export function rememberWay(query: PageQuery, condition: Condition, way: KnownWay): void {
  if (ways.size >= most) ways.clear();
  ways.set(nameOf(query, condition), way);
}

/** Drops the known numbers of a list's conditions, as they did not produce a page. */
export function forgetWays(query: PageQuery): void {
  for (const condition of query.conditions) ways.delete(nameOf(query, condition));
}
