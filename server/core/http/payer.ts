import type { FastifyRequest } from 'fastify';
import { accountOf } from '../base/actor.ts';
import { networkOf } from './rate-limit.ts';

/** The account whose memory limit a request counts against, or the network without one. */
export function payerOf({ caller, ip }: FastifyRequest): string {
  const accountId = caller ? accountOf(caller.actor) : null;
  return accountId === null ? networkOf(ip) : `account ${accountId}`;
}
