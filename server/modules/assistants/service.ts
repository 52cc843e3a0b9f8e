import { createHash } from 'node:crypto';
import type { AssistantScope, Environment } from '@quartermaster/contract/access.ts';
import {
  type AllowedAssistant,
  type AssistantRequest,
  type AuthorizationRequest,
  assistants,
} from '@quartermaster/contract/endpoints/assistants.ts';
import { tokenPlaceRule } from '@quartermaster/contract/rules/project-tokens.ts';
import type { Deps } from '../../core/app/deps.ts';
import { accountOf } from '../../core/base/actor.ts';
import { AppError } from '../../core/base/errors.ts';
import { hashToken, randomToken } from '../../core/environment/secrets.ts';
import { checkRule } from '../../core/http/check-rule.ts';
import { countAttempt } from '../../core/http/rate-limit.ts';
import { authorizeInScope, type InstanceCaller } from '../../core/session/access.ts';
import { withoutSession } from '../../core/session/session-token.ts';
import { createNumberedToken, expiryOf, requireTokenAccess } from '../project-tokens/service.ts';
import { readAuthorization, redirectOf } from './authorization.ts';
import { destinationOf } from './client.ts';

type Needs = Pick<Deps, 'database' | 'unit' | 'clock' | 'secrets' | 'config'>;

/** How long a code can be exchanged, in seconds. */
const codeSeconds = 300;

/** What a person has allowed: all that a code says. It is encrypted, and stored nowhere. */
interface Allowed {
  /** Distinguishes a code from everything else that is encrypted. */
  kind: 'assistant-code';
  id: string;
  clientId: string;
  redirectUri: string;
  challenge: string;
  accountId: number;
  instanceId: number;
  name: string;
  scopes: AssistantScope[];
  environments: Environment[];
  tokenExpiresAt: string;
  /** When it was allowed, in Unix seconds: a later end of the person's sessions makes it invalid. */
  at: number;
}

/** What a link asks for. */
export function readRequest(deps: Needs, request: AuthorizationRequest): AssistantRequest {
  const authorization = readAuthorization(deps, request);
  return {
    client_name: authorization.client.name,
    destination: destinationOf(authorization.redirectUri),
    scopes: authorization.scopes,
    denied_url: redirectOf(deps, authorization, { error: 'access_denied' }),
  };
}

/** Allows an assistant to make a token with at most what it asked for, and returns the address with the code. */
export async function allowAssistant(
  deps: Needs,
  caller: InstanceCaller,
  { request, scopes, expires_at, ...typed }: AllowedAssistant,
): Promise<string> {
  const authorization = readAuthorization(deps, request);
  if (scopes.length === 0 || scopes.some((scope) => !authorization.scopes.includes(scope)))
    throw new AppError('invalid', { fields: { scopes: 'Choose what the assistant has asked for' } });
  const { environments } = await checkRule(tokenPlaceRule, typed);
  expiryOf(deps, expires_at);
  await requireTokenAccess(deps, caller, environments);
  const { clientId, redirectUri, challenge, client } = authorization;
  const allowed: Allowed = {
    kind: 'assistant-code',
    id: randomToken(),
    ...{ clientId: hashToken(clientId), redirectUri, challenge, name: client.name, environments },
    // Tokens allow nothing, so that there is an account.
    accountId: accountOf(caller.actor) ?? 0,
    instanceId: caller.instanceId,
    scopes: [...new Set(scopes)],
    tokenExpiresAt: expires_at,
    at: Math.floor(deps.clock.now().getTime() / 1000),
  };
  return redirectOf(deps, authorization, { code: deps.secrets.encrypt(JSON.stringify(allowed)) });
}

/** The parameters with which a code is exchanged. */
interface Exchange {
  code: string;
  clientId: string;
  redirectUri: string;
  verifier: string;
}

/** A token that an assistant has got. */
interface Granted {
  secret: string;
  scopes: readonly AssistantScope[];
  /** In seconds. */
  expiresIn: number;
}

/** Exchanges a code for a token; undefined for a code that is not valid, was used before, or is not of this client. */
export async function exchangeCode(
  deps: Needs,
  { code, clientId, redirectUri, verifier }: Exchange,
): Promise<Granted | undefined> {
  const now = deps.clock.now();
  const allowed = readCode(deps, code);
  if (!allowed || now.getTime() / 1000 - allowed.at > codeSeconds) return undefined;
  // A failed exchange uses the code up, too: its holder may have stolen it.
  if (!(await isFirstUse(deps, allowed.id, now))) return undefined;
  const { scopes, environments, accountId, instanceId: id, tokenExpiresAt } = allowed;
  const isOfClient =
    hashToken(clientId) === allowed.clientId &&
    redirectUri === allowed.redirectUri &&
    challengeOf(verifier) === allowed.challenge;
  if (!isOfClient) return undefined;
  const { query } = deps.database;
  const needed = { access: assistants.allow.access, safe: false };
  const caller = await authorizeInScope(needed, { query, id, now, accountId, issuedAt: allowed.at, ...withoutSession });
  const { secret } = await createNumberedToken(deps, caller as InstanceCaller, {
    name: allowed.name,
    scopes,
    environments,
    expires_at: tokenExpiresAt,
  });
  return { secret, scopes, expiresIn: Math.floor((Date.parse(tokenExpiresAt) - now.getTime()) / 1000) };
}

function readCode({ secrets }: Needs, code: string): Allowed | undefined {
  try {
    const allowed = JSON.parse(secrets.decrypt(code)) as Partial<Allowed>;
    return allowed.kind === 'assistant-code' ? (allowed as Allowed) : undefined;
  } catch {
    return undefined;
  }
}

/** Counted across all servers, like attempts to sign in; the counter outlives the code. */
async function isFirstUse({ database }: Needs, id: string, now: Date): Promise<boolean> {
  const limit = { key: `assistant-code:${id}`, attempts: 1, seconds: 2 * codeSeconds };
  try {
    await countAttempt(database.query, now, [limit]);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.name === 'rate_limit') return false;
    throw error;
  }
}

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');
