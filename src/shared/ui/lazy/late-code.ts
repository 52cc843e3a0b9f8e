import { fetchCode } from '../../http/fetch-code.ts';

/** Loaders of all late code; the same code serves every console on the page. */
const fetchers: (() => Promise<unknown>)[] = [];

/** Code that is loaded after the first paint: soon after it, or when it is needed. */
export interface LateCode<T> {
  /** Undefined until it is loaded. */
  get: () => T | undefined;
  /** Loads it; after a failure the next call retries. */
  fetch: () => Promise<T>;
}

/**
 * Declares code that is loaded late; called once per piece of code, at module level. With `isOnUse`, only when it is needed.
 */
export function lateCode<T>(load: () => Promise<T>, { isOnUse = false } = {}): LateCode<T> {
  let loaded: T | undefined;
  const fetch = async () => {
    loaded ??= await fetchCode(load);
    return loaded;
  };
  if (!isOnUse) fetchers.push(fetch);
  return { get: () => loaded, fetch };
}

/** Loads all late code, in case the network fails later; failures are retried when the code is needed. */
export const fetchLateCode = () => Promise.allSettled(fetchers.map((fetch) => fetch()));
