import { randomBytes } from 'node:crypto';
import type { Secrets } from '../../core/environment/secrets.ts';

const sealLength = 24;

/** Names of streams: random, and sealed with the account of the reader, so that every server knows whose a stream is. */
export function createStreamNames({ sign }: Pick<Secrets, 'sign'>) {
  const seal = (start: string, accountId: number) => sign(`stream ${accountId} ${start}`).slice(0, sealLength);
  return {
    /** The name of a new stream of a server. */
    create: (server: string, accountId: number): string => {
      const start = `${server}.${randomBytes(12).toString('base64url')}`;
      return start + seal(start, accountId);
    },
    /** True if any server has opened a stream of this name for the account. */
    isOf: (name: string, accountId: number): boolean => {
      const start = name.slice(0, -sealLength);
      return name === start + seal(start, accountId);
    },
  };
}
