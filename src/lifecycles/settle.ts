/** How long a lifecycle waits for React once everything is loaded, in milliseconds. */
const settleLimit = 1_000;

/** Resolves with `promise`, after at most a second, and never rejects. */
export function settled(promise: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, settleLimit);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    promise.then(done, done);
  });
}
