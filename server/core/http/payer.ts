import type { FastifyRequest } from 'fastify';
import { accountOf } from '../base/actor.ts';
import { networkOf } from './rate-limit.ts';

/** The account or token whose limits of memory and streams a request counts against, or the network without one. */
export function payerOf({ caller, ip }: FastifyRequest): string {
  if (caller?.actor.kind === 'token' && caller.actor.tokenId !== undefined) return `token ${caller.actor.tokenId}`;
  const accountId = caller ? accountOf(caller.actor) : null;
  return accountId === null ? networkOf(ip) : `account ${accountId}`;
}
