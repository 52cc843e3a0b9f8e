import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { challengeHeader, proofHeader } from '@quartermaster/contract/challenge.ts';
import { eventHeader, positionHeader } from '@quartermaster/contract/read-position.ts';
import { parseCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../base/errors.ts';
import { refusePipelined } from '../http/connection-limits.ts';
import { createFloodLimit } from '../http/flood-limit.ts';
import { createStreamAdmission } from '../http/stream-admission.ts';
import { authorize } from '../session/access.ts';
import { projectTokenOf } from '../session/project-token.ts';
import { readSession } from '../session/session-token.ts';
import type { App } from './deps.ts';

const requestIdPattern = /^[\w.:-]{1,128}$/;

/** The request id set by a proxy, or a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const requestId = headers['x-request-id'];
  return typeof requestId === 'string' && requestIdPattern.test(requestId) ? requestId : randomUUID();
}

const preflight = {
  'access-control-allow-methods': 'GET, HEAD, POST, DELETE',
  'access-control-allow-headers': `authorization, content-type, if-none-match, if-range, range, x-csrf-protection, x-request-id, ${positionHeader}, ${proofHeader}`,
  'access-control-max-age': '7200',
};

/** How many streams an account opens on a server, at most. */
const mostOpened = { calls: 300, seconds: 30 };

/**
 * Adds the request id, security headers and CORS to every response and checks access; a route without an access rule is
 * rejected at registration.
 */
export function addRequestHooks(app: App): void {
  const { config } = app.deps;
  const allowed = new Set(config.corsOrigins);
  const headers: Record<string, string> = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    ...(config.publicUrl.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
  };

  app.addHook('onRoute', ({ method, url, config: routeConfig }) => {
    if (!routeConfig?.access) throw new Error(`${method} ${url} does not declare its access.`);
  });

  const refuseStream = createStreamAdmission();
  const countStream = createFloodLimit(mostOpened);
  /** Reads only the token, so that neither a stranger nor one account takes the places of all. */
  const refusalOfStream = (request: FastifyRequest): AppError | undefined => {
    // Access refuses these, and says what they are for.
    if (projectTokenOf(request.headers.authorization) !== undefined) return undefined;
    try {
      countStream(String(readSession(requestedOf(request), app.deps).accountId));
      return refuseStream();
    } catch (error) {
      if (error instanceof AppError) return error;
      throw error;
    }
  };
  app.decorateRequest('caller', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).headers(headers);
    const refusal = refusePipelined(request, reply);
    if (refusal) return done(refusal);
    if (answerPreflight(request, reply, allowed)) return;
    const { access, safe, isStream } = request.routeOptions.config;
    const tooMany = isStream ? refusalOfStream(request) : undefined;
    if (tooMany) return done(tooMany);
    // Only the handler for unknown paths has no access rule, and it reveals nothing.
    if (!access) return done();
    authorize({ access, safe: safe ?? false }, requestedOf(request), app.deps).then((caller) => {
      request.caller = caller;
      done();
    }, done);
  });
}

const requestedOf = ({ method, headers, params }: FastifyRequest) => ({
  method,
  headers,
  cookies: headers.cookie ? parseCookie(headers.cookie) : {},
  params: params as Record<string, string>,
});

function answerPreflight(
  { method, headers, routeOptions }: FastifyRequest,
  reply: FastifyReply,
  allowed: ReadonlySet<string>,
): boolean {
  const { origin } = headers;
  if (origin === undefined || routeOptions.config.cors === false) return false;
  reply.header('vary', 'Origin');
  const isPreflight = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
  if (allowed.has(origin)) {
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': `accept-ranges, content-range, etag, retry-after, x-request-id, ${positionHeader}, ${eventHeader}, ${challengeHeader}`,
      ...(isPreflight && preflight),
    });
  }
  if (isPreflight) reply.code(204).send();
  return isPreflight;
}
