import http from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import { AppError } from '../base/errors.ts';

/** Connections of a server; the system closes further ones. Proxies keep a few hundred open. */
const connections = 2000;

/** Requests that can be sent on a connection without waiting for responses; browsers and proxies send one. */
const pipelined = 16;

const underWay = new WeakMap<object, number>();
const closing = new WeakSet<object>();

/** Limits how many connections the server of an app has at a time. */
export function limitConnections(app: FastifyInstance): void {
  app.server.maxConnections = connections;
}

/** Raises the connection limit while a long-lived stream is open; returns the function to call when it closes. */
export function addConnection({ server }: FastifyInstance): () => void {
  server.maxConnections += 1;
  return () => {
    server.maxConnections -= 1;
  };
}

/**
 * Creates a server that counts the pending responses of each connection. After a request that {@link refusePipelined} has refused, it drops
 * the connection's further ones before they cost more than their parsing.
 */
export function createLimitedServer(
  handle: http.RequestListener,
  { http: options, requestTimeout, keepAliveTimeout }: FastifyServerOptions & { http?: http.ServerOptions },
): http.Server {
  const server = http.createServer(options ?? {}, (request, response) => {
    const { socket } = request;
    if (closing.has(socket)) return;
    underWay.set(socket, (underWay.get(socket) ?? 0) + 1);
    response.once('close', () => underWay.set(socket, (underWay.get(socket) ?? 1) - 1));
    handle(request, response);
  });
  if (requestTimeout !== undefined) server.requestTimeout = requestTimeout;
  if (keepAliveTimeout !== undefined) server.keepAliveTimeout = keepAliveTimeout;
  return server;
}

/** The error for a request that exceeds the limit of pending responses; its connection is closed after it. */
export function refusePipelined({ raw }: FastifyRequest, reply: FastifyReply): AppError | undefined {
  const { socket } = raw;
  if ((underWay.get(socket) ?? 0) <= pipelined) return undefined;
  closing.add(socket);
  reply.header('connection', 'close');
  const message = `Wait for answers before sending more: a connection may have ${pipelined} requests under way.`;
  return new AppError('rate_limit', { message, retryAfter: 1 });
}
