import { AppError } from '../base/errors.ts';
import { networkOf } from './rate-limit.ts';

/** Maximum number of counted networks; beyond it all counts are reset. */
const mostNetworks = 10_000;

/**
 * Limits the calls of a network in this process; throws 429 beyond. For responses that cost less than counting in the
 * database would, which the rate limit of actions does.
 */
export function createFloodLimit({ calls, seconds }: { calls: number; seconds: number }): (address: string) => void {
  const counts = new Map<string, number>();
  let since = performance.now();
  return (address) => {
    const now = performance.now();
    if (now - since >= seconds * 1000 || counts.size >= mostNetworks) {
      counts.clear();
      since = now;
    }
    const network = networkOf(address);
    const count = (counts.get(network) ?? 0) + 1;
    counts.set(network, count);
    if (count > calls)
      throw new AppError('rate_limit', { retryAfter: Math.max(1, Math.ceil(seconds - (now - since) / 1000)) });
  };
}
