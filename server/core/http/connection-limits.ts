import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../base/errors.ts';

/** Connections of a server; the system closes further ones. Proxies keep a few hundred open. */
const connections = 2000;

/** Requests after which a connection is closed; Node itself refuses what was sent beyond, at hardly any cost. */
export const requestsPerSocket = 100;

/** Requests that may be sent on a connection without waiting for answers; browsers and proxies send one. */
const pipelined = 16;

const underWay = new WeakMap<object, number>();

export function limitConnections(app: FastifyInstance): void {
  app.server.maxConnections = connections;
}

/** Counts a request until its response has ended; the error for one that is sent before too many others are answered. */
export function refusePipelined({ raw }: FastifyRequest, ended: NodeJS.EventEmitter): AppError | undefined {
  const { socket } = raw;
  const others = underWay.get(socket) ?? 0;
  underWay.set(socket, others + 1);
  ended.once('close', () => underWay.set(socket, (underWay.get(socket) ?? 1) - 1));
  if (others < pipelined) return undefined;
  const message = `Wait for answers before sending more: a connection may have ${pipelined} requests under way.`;
  return new AppError('rate_limit', { message, retryAfter: 1 });
}
