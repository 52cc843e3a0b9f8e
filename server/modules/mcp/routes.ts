import { anyone } from '@quartermaster/contract/access.ts';
import { contentLimits } from '@quartermaster/contract/content/content-limits.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import { createTurns } from '../../core/base/turns.ts';
import { type ProjectToken, readProjectToken } from '../../core/session/read-project-token.ts';

/**
 * Only tokens open it, and cookies are not read: it needs no header against forgery. Pages of other origins have no
 * business here. Values of items are the assistant's, whose numbers may have any number of digits.
 */
const config = { access: anyone, safe: true, cors: false, readsDigits: true };

/** The most messages in one request, which only the revision of March 2025 of the protocol allows. */
const mostMessages = 10;

const scopes = ['read', 'propose', 'write:dev'] as const;

/** The tools for assistants, by the Model Context Protocol over HTTP. Their calls are checked like all others. */
export const mcpRoutes = (app: App): void => {
  const turns = createTurns({
    atOnce: 8,
    waiting: 100,
    ofOne: 3,
    message: 'Too many calls of assistants at a time. Wait for answers, and try again.',
  });
  const tokens = new WeakMap<FastifyRequest, ProjectToken>();
  // From there an assistant finds out how to be connected (RFC 9728).
  const bearer = `Bearer realm="Quartermaster", resource_metadata="${app.deps.config.publicUrl}/.well-known/oauth-protected-resource/mcp"`;

  // The protocol demands it, although such a page could not read the answer either. An app on a device has an origin of another scheme.
  const refuseForeignPage = ({ headers: { origin } }: FastifyRequest) => {
    if (origin === undefined || origin === new URL(app.deps.config.publicUrl).origin) return;
    if (origin === 'null' || /^https?:/.test(origin))
      throw new AppError('forbidden', { message: 'Pages of other origins cannot use the tools for assistants.' });
  };

  // Before the body is read.
  const authenticate = async (request: FastifyRequest, reply: FastifyReply) => {
    refuseForeignPage(request);
    const token = await readProjectToken(request.headers.authorization, app.deps).catch((error: unknown) => {
      if (error instanceof AppError && error.status === 401) {
        const isSent = request.headers.authorization !== undefined;
        reply.header('www-authenticate', `${bearer}${isSent ? ', error="invalid_token"' : ''}`);
      }
      throw error;
    });
    const { tokenId, accountId, projectId, instances } = token;
    request.caller = { actor: { kind: 'token', accountId, tokenId }, projectId, instanceId: instances[0]?.id ?? 0 };
    if (!scopes.some((scope) => token.scopes.includes(scope))) {
      reply.header('www-authenticate', `${bearer}, error="insufficient_scope", scope="read propose"`);
      throw new AppError('scope');
    }
    tokens.set(request, token);
  };

  app.post('/mcp', { config, bodyLimit: contentLimits.itemsBody, onRequest: authenticate }, async (request, reply) => {
    const token = tokens.get(request);
    if (!token) throw new AppError('unauthorized');
    if (Array.isArray(request.body) && request.body.length > mostMessages)
      throw new AppError('invalid', { message: `Send at most ${mostMessages} messages in a request.` });
    const { serveProtocol } = await import('./protocol.ts');
    const answer = await turns(() => serveProtocol(app, request, token), {
      key: token.projectId,
      signal: request.signal,
    });
    const type = answer.headers.get('content-type');
    if (type !== null) reply.type(type);
    return reply.code(answer.status).send(await answer.text());
  });

  app.route({
    method: ['GET', 'DELETE', 'OPTIONS'],
    url: '/mcp',
    config,
    handler: (_request, reply) => {
      const error = {
        code: -32_000,
        message: 'Method not allowed. Send messages by POST; there are no sessions and streams.',
      };
      return reply.code(405).header('allow', 'POST').send({ jsonrpc: '2.0', id: null, error });
    },
  });
};
