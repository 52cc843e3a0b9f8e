import type { Database, Query } from './database.ts';
import { readsFrom } from './read-target.ts';

const readers = new WeakMap<Database, Query>();

/**
 * Runs the same queries of concurrent calls once: equal ones that are waiting are sent together, after all of their callers have asked,
 * so that no result is older than its call, and only with those that read from the same server. Callers share the rows, and must not change them.
 */
export function sharedReads(database: Database): Query {
  const known = readers.get(database);
  if (known) return known;
  const share = shareNext();
  const read: Query = (text, values, name) =>
    share(`${readsFrom()} ${name ?? text} ${JSON.stringify(values)}`, () => database.query(text, values, name));
  readers.set(database, read);
  return read;
}

/**
 * Shares the work of calls with the same key. A call during a run waits for the next one, which begins after it, together with
 * all others that have come by then.
 */
function shareNext(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<unknown>>();
  const waiting = new Map<string, Promise<unknown>>();

  const run = <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const promise = work();
    const end = () => {
      if (running.get(key) === ended) running.delete(key);
    };
    const ended = promise.then(end, end);
    running.set(key, ended);
    return promise;
  };

  return <T>(key: string, work: () => Promise<T>): Promise<T> => {
    // A key always has work of the same kind.
    const planned = waiting.get(key) as Promise<T> | undefined;
    if (planned) return planned;
    const current = running.get(key);
    if (!current) return run(key, work);
    const next = current.then(() => {
      waiting.delete(key);
      return run(key, work);
    });
    waiting.set(key, next);
    return next;
  };
}
