import type { FastifyRequest } from 'fastify';
import { networkOf } from './rate-limit.ts';

/** The caller that a request's memory counts against: the account, or the network without one. */
export const payerOf = ({ caller, ip }: FastifyRequest): string =>
  caller && 'accountId' in caller ? `account ${caller.accountId}` : networkOf(ip);
