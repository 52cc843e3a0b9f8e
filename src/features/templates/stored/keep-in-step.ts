/** Milliseconds without a change before it is kept. */
const rest = 500;

/**
 * Calls `keep` once things have rested after a change, when the browser has nothing else to do; at once where the page is
 * about to be hidden or unloaded, as nothing runs afterwards for certain.
 */
export function keepInStep(keep: () => void) {
  let isWaiting = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  const flush = () => {
    clearTimeout(timer);
    if (isWaiting && !isStopped) keep();
    isWaiting = false;
  };
  // Not every browser tells when it has nothing to do.
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
    /** Keeps nothing any more. */
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
    /** Listens for the end of the page; the answer ends that, and keeps what waits. */
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
