import { limits } from './limits.ts';

/**
 * True for the error of a dynamic import whose file the server has. Browsers remember a module that failed for as long as the page is open
 * (https://github.com/whatwg/html/issues/6768), so only a reload loads it.
 */
export async function needsReload(error: unknown): Promise<boolean> {
  const file = error instanceof TypeError ? /https?:\/\/\S+/.exec(error.message)?.[0] : undefined;
  if (file === undefined) return false;
  const signal = AbortSignal.timeout(limits.mount);
  const asked = window.fetch(file, { method: 'HEAD', cache: 'no-store', credentials: 'omit', signal });
  return asked.then(
    ({ ok }) => ok,
    () => false,
  );
}
