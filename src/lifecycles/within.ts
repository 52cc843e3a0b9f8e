/** Resolves with `promise`, or rejects with `sentence` after `limit` milliseconds. */
export function within<T>(promise: Promise<T>, limit: number, sentence: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(sentence)), limit);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Resolves with `promise`, or after `limit` milliseconds. */
export const atMost = (promise: Promise<void>, limit: number): Promise<void> =>
  within(promise, limit, '').catch(() => undefined);
