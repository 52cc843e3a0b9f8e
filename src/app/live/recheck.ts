import { type Query, type QueryFunction, replaceEqualDeep } from '@tanstack/react-query';
import { isOutdated } from '../../shared/http/checks.ts';
import type { PageCache } from '../context/page-cache.ts';

/** The least time between two questions about the same check, in milliseconds; it is longer for answers that take long. */
const restFor = (lasted: number): number => Math.max(1000, 4 * lasted);

/** Asks again for what checks on the screen have found, without showing it: a check with another answer is marked as outdated. */
export function createRecheck({ client }: PageCache) {
  /** The checks that are being asked for; true if something has happened meanwhile. */
  const asked = new Map<Query, boolean>();
  /** The checks that are asked for soon. */
  const waiting = new Map<Query, ReturnType<typeof setTimeout>>();
  /** When each check may be asked for again: others who have it open ask, too. */
  const restsUntil = new WeakMap<Query, number>();
  let stopping = new AbortController();

  const run = (query: Query): void => {
    if (asked.has(query)) asked.set(query, true);
    else if (!waiting.has(query)) {
      const wait = Math.max(0, (restsUntil.get(query) ?? 0) - performance.now());
      waiting.set(
        query,
        setTimeout(() => {
          waiting.delete(query);
          void ask(query);
        }, wait),
      );
    }
  };
  const ask = async (query: Query): Promise<void> => {
    // What is outdated stays so until the user checks again.
    if (!query.isActive() || (isOutdated(query) && !query.meta?.follow)) return;
    const { signal } = stopping;
    asked.set(query, false);
    // The user's own load may take long, as while it is tried again.
    await query.promise?.catch(() => undefined);
    if (signal.aborted) return;
    asked.set(query, false);
    const begin = performance.now();
    const before = query.state.dataUpdateCount;
    const now = await read(query, signal);
    restsUntil.set(query, performance.now() + restFor(performance.now() - begin));
    if (signal.aborted) return;
    const isAgain = asked.get(query);
    asked.delete(query);
    // The user has loaded it meanwhile.
    const isOld = query.state.fetchStatus === 'fetching' || query.state.dataUpdateCount !== before;
    if (now !== undefined && !isOld && query.isActive()) compare(query, now);
    if (isAgain || (isOld && now !== undefined)) run(query);
  };
  /** A failure is not shown: the next change asks again, as does the user. */
  const read = async ({ options: { queryFn }, queryKey, meta }: Query, signal: AbortSignal): Promise<unknown> => {
    try {
      return await (queryFn as QueryFunction)({ client, queryKey, signal, meta });
    } catch {
      return undefined;
    }
  };
  const compare = (query: Query, now: unknown) => {
    const { data: current } = query.state;
    const follow = query.meta?.follow as ((current: unknown, now: unknown) => unknown) | undefined;
    const next = follow ? follow(current, now) : current;
    if (!isSame(current, next) || (isOutdated(query) && isSame(next, now))) client.setQueryData(query.queryKey, next);
    if (!isSame(next, now)) query.invalidate();
  };
  return {
    run,
    stop: () => {
      stopping.abort();
      stopping = new AbortController();
      for (const timer of waiting.values()) clearTimeout(timer);
      waiting.clear();
      asked.clear();
    },
  };
}

const isSame = (one: unknown, other: unknown): boolean => replaceEqualDeep(one, other) === one;
