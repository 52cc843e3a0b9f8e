import { anyone, assistantScopes } from '@quartermaster/contract/access.ts';
import { paths } from '@quartermaster/contract/paths.ts';
import type { FastifyReply } from 'fastify';
import type { App, Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import { countAttempt, networkOf } from '../../core/http/rate-limit.ts';
import { isOwnResource, resourceOf } from './authorization.ts';
import { clientOf, registerClient } from './client.ts';
import { exchangeCode } from './service.ts';

const open = { access: anyone, safe: true };
// No session is used: there is nothing to forge.
const openForm = { ...open, accepts: ['form'] as ['form'] };
const bodyLimit = 16 * 1024;

/** How often a network can call each of these, in a minute. */
const attempts = { register: 20, token: 60 };

/**
 * The parts of OAuth that assistants call without a session: metadata (RFC 8414, RFC 9728), registration (RFC 7591) and the exchange of
 * codes (RFC 6749 §4.1.3). A refused registration or exchange has the errors of OAuth.
 */
export const oauthRoutes = (app: App, deps: Deps): void => {
  const { publicUrl } = deps.config;
  const limit = (action: keyof typeof attempts, address: string) =>
    countAttempt(deps.database.query, deps.clock.now(), [
      { key: `oauth-${action}:address:${networkOf(address)}`, attempts: attempts[action], seconds: 60 },
    ]);

  const resource = {
    resource: resourceOf(deps),
    authorization_servers: [publicUrl],
    scopes_supported: assistantScopes,
    bearer_methods_supported: ['header'],
    resource_name: 'Quartermaster',
    resource_documentation: `${publicUrl}/docs/quick-start`,
  };
  const server = {
    issuer: publicUrl,
    authorization_endpoint: publicUrl + paths.connectAssistant,
    token_endpoint: `${publicUrl}/oauth/token`,
    registration_endpoint: `${publicUrl}/oauth/register`,
    scopes_supported: assistantScopes,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
  };
  for (const url of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp'])
    app.get(url, { config: open }, () => resource);
  app.get('/.well-known/oauth-authorization-server', { config: open }, () => server);

  app.post('/oauth/register', { config: open, bodyLimit }, async ({ body, ip }, reply) => {
    await limit('register', ip);
    const fields = objectOf(body);
    try {
      const id = registerClient(deps, { name: fields.client_name, redirectUris: fields.redirect_uris });
      const client = clientOf(deps, id);
      return reply.code(201).send({
        client_id: id,
        client_name: client?.name,
        redirect_uris: client?.redirectUris,
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return refuse(reply, 'invalid_redirect_uri', error.message);
    }
  });

  app.post('/oauth/token', { config: openForm, bodyLimit }, async ({ body, ip }, reply) => {
    await limit('token', ip);
    const fields = objectOf(body);
    const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : '');
    if (text('grant_type') !== 'authorization_code')
      return refuse(reply, 'unsupported_grant_type', 'grant_type has to be authorization_code.');
    const exchange = {
      code: text('code'),
      clientId: text('client_id'),
      redirectUri: text('redirect_uri'),
      verifier: text('code_verifier'),
    };
    if (!isOwnResource(deps, fields.resource))
      return refuse(reply, 'invalid_target', `Tokens of this server are for ${resource.resource} only.`);
    const missing = Object.values(exchange).includes('');
    if (missing) return refuse(reply, 'invalid_request', 'Send code, client_id, redirect_uri and code_verifier.');
    const granted = await exchangeCode(deps, exchange).catch((error: unknown) => {
      // The member has lost access, or the project has as many tokens as it may have.
      if (error instanceof AppError && error.status < 500) return error.message;
      throw error;
    });
    if (typeof granted === 'string') return refuse(reply, 'invalid_grant', granted);
    if (!granted)
      return refuse(
        reply,
        'invalid_grant',
        'The code is not valid, was used before, or is of another client. Connect again.',
      );
    return reply.send({
      access_token: granted.secret,
      token_type: 'Bearer',
      expires_in: granted.expiresIn,
      scope: granted.scopes.join(' '),
    });
  });
};

const objectOf = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {};

const refuse = (reply: FastifyReply, error: string, error_description: string): FastifyReply =>
  reply.code(400).send({ error, error_description });
