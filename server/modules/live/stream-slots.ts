import { AppError } from '../../core/base/errors.ts';
import { networkOf } from '../../core/http/rate-limit.ts';

/** The streams of one server, of one account and of one network, at most. */
export const mostStreams = { server: 2000, account: 20, network: 1000 };

/** Seconds after which a refused reader may try again. */
const retryAfterSeconds = 60;

/** Limits how many streams are open. */
export function createStreamSlots(most = mostStreams) {
  const open = new Map<string, number>();
  const countOf = (key: string) => open.get(key) ?? 0;
  const add = (keys: readonly string[], count: 1 | -1) => {
    for (const key of keys) {
      const left = countOf(key) + count;
      if (left > 0) open.set(key, left);
      else open.delete(key);
    }
  };
  return {
    /** Acquires a slot of the server, the account and the network, or throws 503 or 429; returns the function that releases it. */
    acquire: ({ accountId, ip }: { accountId: number; ip: string }): (() => void) => {
      const [server, account, network] = ['server', `account ${accountId}`, `network ${networkOf(ip)}`];
      const isFull = countOf(server) >= most.server;
      if (isFull || countOf(account) >= most.account || countOf(network) >= most.network)
        throw new AppError(isFull ? 'unavailable' : 'rate_limit', {
          message: 'Too many live streams are open. Close some tabs, or poll instead.',
          retryAfter: retryAfterSeconds,
        });
      add([server, account, network], 1);
      return () => add([server, account, network], -1);
    },
  };
}
