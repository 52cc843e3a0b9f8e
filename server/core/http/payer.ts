import type { FastifyRequest } from 'fastify';
import { networkOf } from './rate-limit.ts';

/** To whom memory that a request holds is charged: the account, or the network of a stranger. */
export const payerOf = ({ caller, ip }: FastifyRequest): string =>
  caller && 'accountId' in caller ? `account ${caller.accountId}` : networkOf(ip);
