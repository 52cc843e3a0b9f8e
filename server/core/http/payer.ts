import type { FastifyRequest } from 'fastify';
import { networkOf } from './rate-limit.ts';

/** The account whose memory limit a request counts against, or the network without one. */
export const payerOf = ({ caller, ip }: FastifyRequest): string =>
  caller && 'accountId' in caller ? `account ${caller.accountId}` : networkOf(ip);
