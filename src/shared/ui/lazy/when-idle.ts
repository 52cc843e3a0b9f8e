/** Timeout for an idle browser, and the delay in browsers that do not report idleness, in milliseconds. */
const [atMost, unknown] = [1000, 50];

/** Calls `work` once the browser is idle, after the next paint; the returned function cancels it. */
export function whenIdle(work: () => void): () => void {
  // Not every browser supports it.
  if ('requestIdleCallback' in globalThis) {
    const request = requestIdleCallback(work, { timeout: atMost });
    return () => cancelIdleCallback(request);
  }
  const timer = setTimeout(work, unknown);
  return () => clearTimeout(timer);
}
