import { Socket } from 'node:net';
import type { Access } from '@quartermaster/contract/access.ts';
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import type { App, Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import type { LogOptions } from '../log.ts';
import type { CallerOf } from '../session/access.ts';
import { sendError } from './error-handler.ts';
import { addRequestHooks, requestIdOf } from './request-hooks.ts';
import { parseJsonBody } from './route.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route; without it the server does not start. */
    access?: Access;
    /** Whether a call changes nothing. */
    safe?: boolean;
  }
  interface FastifyRequest {
    caller: CallerOf<Access>;
  }
}

const unused = () => {
  throw new Error('Shapes are compiled by route().');
};

/** The server without any route: how it reads, refuses, logs and answers. `deps` are made with its log. */
export function createApp(
  logger: false | (LogOptions & { stream?: { write: (line: string) => void } }),
  trustProxy: number | string | false,
  makeDeps: (log: FastifyBaseLogger) => Deps,
): App {
  const app = Fastify({
    logger,
    trustProxy: typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy,
    genReqId: requestIdOf,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 1024 },
    // Fastify's own compilers would cost memory and be of no use.
    schemaController: { compilersFactory: { buildValidator: unused, buildSerializer: unused } },
    frameworkErrors: sendError,
    clientErrorHandler: (_error, socket) => {
      if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    },
  });
  app.decorate('deps', makeDeps(app.log));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, parseJsonBody);
  app.setErrorHandler(sendError);
  app.setNotFoundHandler(() => {
    throw new AppError('not_found');
  });
  addRequestHooks(app);
  closeWithLastAnswer(app);
  app.addHook('onResponse', (request, reply, done) => {
    const caller = request.caller && 'accountId' in request.caller ? { account: request.caller.accountId } : undefined;
    request.log.info(
      { req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime), ...caller },
      'request',
    );
    done();
  });
  return app;
}

/**
 * While the server stops, a connection whose request was still running ends with its answer instead of being kept alive. One on
 * which nothing was asked yet, as browsers open them ahead, ends at once: Node takes it for busy, and would wait for as long as
 * it stays open.
 */
function closeWithLastAnswer(app: App): void {
  let isStopping = false;
  const open = new Set<Socket>();
  app.server.on('connection', (socket) => {
    if (isStopping) return socket.destroy();
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.addHook('preClose', (done) => {
    isStopping = true;
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    done();
  });
  app.addHook('onResponse', ({ raw: { socket } }, _reply, done) => {
    if (isStopping && socket instanceof Socket) socket.destroySoon();
    done();
  });
}
