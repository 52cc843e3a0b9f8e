import { fetchCode } from '../../http/fetch-code.ts';
import { whenIdle } from './when-idle.ts';

/** Code that is loaded after the first paint: soon after it, or when it is needed. */
export interface LateCode<T> {
  /** Undefined until it is loaded. */
  get: () => T | undefined;
  /** Loads it; after a failure the next call retries. */
  fetch: () => Promise<T>;
}

/** All late code; the same serves every console on the page. */
const all: LateCode<unknown>[] = [];

/**
 * Declares code that is loaded late; called once per piece of code, at module level. With `isOnUse`, only when it is needed.
 */
export function lateCode<T>(load: () => Promise<T>, { isOnUse = false } = {}): LateCode<T> {
  let loaded: T | undefined;
  const fetch = async () => {
    loaded ??= await fetchCode(load);
    return loaded;
  };
  const code = { get: () => loaded, fetch };
  if (!isOnUse) all.push(code);
  return code;
}

/**
 * Loads the late code that is declared by now, in case the network fails later; ends with the first failure, as the network has failed by
 * then, and the code is loaded when it is needed. Starts one piece at a time, once the browser is idle: together they would keep a
 * keystroke waiting.
 */
export async function fetchLateCode(untilIdle: () => Promise<void> = idle): Promise<void> {
  let hasFailed = false;
  for (const { get, fetch } of [...all]) {
    if (get() !== undefined) continue;
    await untilIdle();
    if (hasFailed) return;
    fetch().catch(() => {
      hasFailed = true;
    });
  }
}

const idle = () => new Promise<void>((resolve) => whenIdle(resolve));
