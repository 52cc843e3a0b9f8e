/** How long a lifecycle waits for React once everything it needs is there, in milliseconds. */
export const settleLimit = 1_000;

/** How long a stylesheet or chunk may take before the person is offered to try again, in milliseconds. */
export const loadLimit = 30_000;

/** Resolves with `promise`, at the latest after `limit` milliseconds, and never rejects. */
export async function settled(promise: Promise<unknown>, limit: number): Promise<void> {
  await within(promise, limit, 'late').catch(() => undefined);
}

/** `promise`, or a rejection with `sentence` where it takes longer than `limit` milliseconds. */
export function within<T>(promise: Promise<T>, limit: number, sentence: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(sentence)), limit);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
