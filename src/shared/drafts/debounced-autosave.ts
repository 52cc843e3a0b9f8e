/** Debounce in milliseconds. */
const rest = 500;

/**
 * Debounces `keep`: calls it after a pause in the changes, once the browser is idle; immediately if the page is about to be
 * hidden or unloaded, as nothing is guaranteed to run afterwards. Mantine's debounce does neither.
 */
export function createDebouncedAutosave(keep: () => void) {
  let isWaiting = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  const flush = () => {
    clearTimeout(timer);
    if (isWaiting && !isStopped) keep();
    isWaiting = false;
  };
  // Not every browser supports `requestIdleCallback`.
  const whenIdle = () =>
    'requestIdleCallback' in globalThis ? requestIdleCallback(flush, { timeout: 1000 }) : flush();

  return {
    changed: () => {
      isWaiting = true;
      clearTimeout(timer);
      timer = setTimeout(whenIdle, rest);
    },
    now: () => {
      isWaiting = true;
      flush();
    },
    /** Cancels pending calls and prevents further ones. */
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
    /** Listens for the end of the page; the returned function removes the listeners and flushes a pending call. */
    listen: () => {
      document.addEventListener('visibilitychange', flush);
      window.addEventListener('pagehide', flush);
      return () => {
        document.removeEventListener('visibilitychange', flush);
        window.removeEventListener('pagehide', flush);
        flush();
      };
    },
  };
}
