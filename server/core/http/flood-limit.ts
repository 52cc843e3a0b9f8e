import { AppError } from '../base/errors.ts';

/** Maximum number of counted keys; beyond it all counts are reset. */
const maxKeys = 10_000;

/**
 * Limits the calls of each key in this process, such as a network (`networkOf` of an address) or an account; throws 429 beyond. For responses
 * that cost less than counting in the database would, which the rate limit of actions does.
 */
export function createFloodLimit({ calls, seconds }: { calls: number; seconds: number }): (key: string) => void {
  const counts = new Map<string, number>();
  let since = performance.now();
  return (key) => {
    const now = performance.now();
    if (now - since >= seconds * 1000 || counts.size >= maxKeys) {
      counts.clear();
      since = now;
    }
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count > calls)
      throw new AppError('rate_limit', { retryAfter: Math.max(1, Math.ceil(seconds - (now - since) / 1000)) });
  };
}
