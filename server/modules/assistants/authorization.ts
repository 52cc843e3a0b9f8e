import { type AssistantScope, assistantScopes } from '@quartermaster/contract/access.ts';
import type { AuthorizationRequest } from '@quartermaster/contract/endpoints/assistants.ts';
import type { Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import { type Client, clientOf, isRedirectOf } from './client.ts';

/** An authorization request that can be answered. */
export interface Authorization {
  client: Client;
  clientId: string;
  redirectUri: string;
  challenge: string;
  scopes: AssistantScope[];
  state: string | undefined;
}

type Needs = Pick<Deps, 'secrets' | 'config'>;

/** True if a request names what tokens of assistants are for, or nothing (RFC 8707). */
export const isOwnResource = (deps: Pick<Deps, 'config'>, resource: unknown): boolean =>
  resource === undefined || (typeof resource === 'string' && resource.replace(/\/$/, '') === resourceOf(deps));

/** The address of the tools of assistants, which a token is for. */
export const resourceOf = ({ config }: Pick<Deps, 'config'>): string => `${config.publicUrl}/mcp`;

/**
 * Reads an authorization request; throws 422 if it cannot be answered. If the client and its address are valid, `details` has the
 * address with which the client learns of the error.
 */
export function readAuthorization(deps: Needs, request: AuthorizationRequest): Authorization {
  const { client_id: clientId = '', redirect_uri: redirectUri = '', state } = request;
  const client = clientOf(deps, clientId);
  if (!client)
    throw new AppError('invalid', {
      message: 'This assistant is not registered on this server. Connect the assistant again from its own settings.',
    });
  if (!isRedirectOf(client, redirectUri))
    throw new AppError('invalid', {
      message: `${client.name} asks to send the answer to an address that it has not registered. Do not continue.`,
    });
  const answer = { client, clientId, redirectUri, state };
  const problem = problemOf(deps, request);
  if (problem)
    throw new AppError('invalid', {
      message: `The request of ${client.name} cannot be answered: ${problem.text}.`,
      details: { return_url: redirectOf(deps, answer, { error: problem.error, error_description: problem.text }) },
    });
  return { ...answer, challenge: request.code_challenge ?? '', scopes: scopesOf(request.scope) };
}

function problemOf(deps: Needs, request: AuthorizationRequest): { error: string; text: string } | undefined {
  if (request.response_type !== 'code')
    return { error: 'unsupported_response_type', text: 'response_type has to be code' };
  if (request.code_challenge_method !== 'S256' || !/^[\w-]{43}$/.test(request.code_challenge ?? ''))
    return { error: 'invalid_request', text: 'a code_challenge with the method S256 is missing' };
  if (!isOwnResource(deps, request.resource))
    return { error: 'invalid_target', text: `resource has to be ${resourceOf(deps)}` };
  if (scopesOf(request.scope).length === 0)
    return { error: 'invalid_scope', text: `scope has to be one or both of ${assistantScopes.join(' and ')}` };
  return undefined;
}

const scopesOf = (scope = assistantScopes.join(' ')): AssistantScope[] =>
  assistantScopes.filter((name) => scope.split(' ').includes(name));

/** The address of a client with an answer, which names this server (RFC 9207). */
export function redirectOf(
  { config }: Pick<Deps, 'config'>,
  { redirectUri, state }: Pick<Authorization, 'redirectUri' | 'state'>,
  answer: Readonly<Record<string, string>>,
): string {
  const url = new URL(redirectUri);
  const parameters = { ...answer, ...(state !== undefined && { state }), iss: config.publicUrl };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}
