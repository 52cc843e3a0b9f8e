import { Socket } from 'node:net';
import type { Access } from '@quartermaster/contract/access.ts';
import type { BodyKind } from '@quartermaster/contract/endpoints/body-kinds.ts';
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { accountOf } from '../base/actor.ts';
import { AppError } from '../base/errors.ts';
import { type LogOptions, requestLog, traceIdOf } from '../base/log.ts';
import { createLimitedServer, limitConnections } from '../http/connection-limits.ts';
import { sendError } from '../http/error-handler.ts';
import { readBodies } from '../http/read-body.ts';
import { limitUnreadAnswers } from '../http/unread-answers.ts';
import { waitWithContinue } from '../http/unread-body.ts';
import type { CallerOf } from '../session/access.ts';
import type { App, Deps } from './deps.ts';
import { storePositions } from './replica-reads.ts';
import { addRequestHooks, requestIdOf } from './request-hooks.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The callers that the route accepts; a route without it prevents the server from starting. */
    access?: Access;
    /** True if the call is read-only. */
    safe?: boolean;
    /** True if the call may read from a replica. */
    fromReplica?: boolean;
    /** True for a stream that clients open again whenever it breaks. */
    isStream?: boolean;
    /** False if pages of no other origin may call it, whatever CORS_ORIGINS allows. */
    cors?: boolean;
    /** The kinds of body that the route takes; JSON if omitted. */
    accepts?: readonly [BodyKind, ...BodyKind[]];
    /** True if numbers of JSON whose digits a double would change are texts of their digits; otherwise they are refused. */
    readsDigits?: boolean;
  }
  interface FastifyRequest {
    caller: CallerOf<Access>;
    /** The id of the trace that has a span of the request. */
    traceId: string | undefined;
  }
}

/** Limits on incoming requests. */
export interface RequestLimits {
  /** How long a request may take to arrive, in milliseconds. */
  requestTimeout: number;
  /** How long running requests may take to finish when the server stops, in milliseconds. */
  stopTimeout: number;
  /** Maximum total size of large bodies being received or processed at the same time, in bytes. */
  bodyBytes: number;
}

const unused = () => {
  throw new Error('Shapes must be compiled by route().');
};

/** Creates the server without hooks or routes. `makeDeps` gets its log. */
export function createApp(
  logger: false | (LogOptions & { stream?: { write: (line: string) => void } }),
  trustProxy: number | string | false,
  makeDeps: (log: FastifyBaseLogger) => Deps,
  requestTimeout: number,
): App {
  const app = Fastify({
    requestTimeout,
    serverFactory: createLimitedServer,
    http: {
      headersTimeout: Math.min(requestTimeout, 20_000),
      // How often Node checks for requests that have timed out.
      connectionsCheckingInterval: Math.min(requestTimeout, 5000),
    },
    logger,
    trustProxy: typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy,
    genReqId: requestIdOf,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 1024 },
    // Fastify's own compilers would use memory and are not needed.
    schemaController: { compilersFactory: { buildValidator: unused, buildSerializer: unused } },
    frameworkErrors: sendError,
    clientErrorHandler: ({ code }, socket) => {
      const status = code === 'ERR_HTTP_REQUEST_TIMEOUT' ? '408 Request Timeout' : '400 Bad Request';
      if (socket.writable) socket.write(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      socket.destroySoon();
    },
  });
  app.decorate('deps', makeDeps(app.log));
  app.decorateRequest('traceId', undefined);
  return app;
}

/** Adds what every route needs: parsing, access, error handling, logging and responses. */
export function addCore(app: App, { stopTimeout, bodyBytes }: Omit<RequestLimits, 'requestTimeout'>): void {
  app.removeAllContentTypeParsers();
  app.setErrorHandler(sendError);
  app.setNotFoundHandler(() => {
    throw new AppError('not_found');
  });
  limitConnections(app);
  addRequestHooks(app);
  storePositions(app);
  readBodies(app, bodyBytes);
  waitWithContinue(app);
  limitUnreadAnswers(app);
  closeWithLastAnswer(app, stopTimeout);
  const requests = requestLog(app.log);
  app.addHook('onResponse', (request, reply, done) => {
    const actor = request.caller?.actor;
    const account = actor ? accountOf(actor) : null;
    const tokenId = actor?.kind === 'token' ? actor.tokenId : undefined;
    const entry = { request_id: request.id, req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime) };
    const traceId = request.traceId ?? traceIdOf(request.headers.traceparent);
    requests.info(
      {
        ...entry,
        ...(traceId && { trace_id: traceId }),
        ...(account !== null && { account }),
        ...(tokenId !== undefined && { token_id: tokenId }),
      },
      'request',
    );
    done();
  });
}

/**
 * Closes connections when the server stops. A connection with a running request is closed after its response instead of
 * being kept alive. A connection without any request yet (browsers open them in advance) is closed immediately: Node
 * considers it busy and would wait for it. Requests still running after `timeout` milliseconds are aborted.
 */
function closeWithLastAnswer(app: App, timeout: number): void {
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
    setTimeout(() => {
      for (const socket of open) socket.destroy();
    }, timeout).unref();
    done();
  });
  app.addHook('onResponse', ({ raw: { socket } }, _reply, done) => {
    if (isStopping && socket instanceof Socket) socket.destroySoon();
    done();
  });
}
