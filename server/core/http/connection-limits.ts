import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../base/errors.ts';

/** Connections of a server; the system closes further ones. Proxies keep a few hundred open. */
const connections = 2000;

/** Requests after which a connection is closed; Node itself refuses further ones, at hardly any cost. */
export const requestsPerSocket = 100;

/** Requests that can be sent on a connection without waiting for responses; browsers and proxies send one. */
const pipelined = 16;

const underWay = new WeakMap<object, number>();

export function limitConnections(app: FastifyInstance): void {
  app.server.maxConnections = connections;
}

/** Counts a request until its response has ended; returns the error for one that exceeds the limit of pending responses. */
export function refusePipelined({ raw }: FastifyRequest, ended: NodeJS.EventEmitter): AppError | undefined {
  const { socket } = raw;
  const others = underWay.get(socket) ?? 0;
  underWay.set(socket, others + 1);
  ended.once('close', () => underWay.set(socket, (underWay.get(socket) ?? 1) - 1));
  if (others < pipelined) return undefined;
  const message = `Wait for answers before sending more: a connection may have ${pipelined} requests under way.`;
  return new AppError('rate_limit', { message, retryAfter: 1 });
}
