import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { tokenExchange } from '@quartermaster/contract/endpoints/people/token-exchange.ts';
import { tokenExchangeNames } from '@quartermaster/contract/token-exchange.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import { assertUnderLimit, countAttempt, type Limit, limitsOf } from '../../core/http/rate-limit.ts';
import { domainOf, isSameAddress } from '../../core/identity/email-domain.ts';
import { IssuerError } from '../../core/identity/fetch-json.ts';
import { RefusedIdToken } from '../../core/identity/id-token.ts';
import { signSession } from '../../core/session/session-token.ts';
import { createProviderAccess } from '../company-sign-in/provider-service.ts';
import { createIdentities } from './identity-service.ts';
import { findPerson, type Person } from './repository.ts';
import { readCredential } from './service-credential.ts';

/** Per network only guesses are limited: a portal exchanges the tokens of all its users from one address. */
export const exchanges = { action: 'token-exchange', ofSubject: 100, ofAddress: 100, seconds: 15 * 60 };

const refused = 'a token exchange was refused';

interface ExchangeRequest {
  kind: typeof tokenExchangeNames.idToken | typeof tokenExchangeNames.email;
  subject: string;
  authorization: string | undefined;
  address: string;
  log: FastifyBaseLogger;
}

/** The user named by a credential or issuer. */
interface Named {
  email: string;
  /** The credential or the issuer. */
  by: string;
  domains: readonly string[];
  /** When the issuer issued the token, in Unix seconds. */
  issuedAt?: number;
  /** How the session says that it was signed in. */
  via?: string;
}

type Exchange = (request: ExchangeRequest) => Promise<Output<typeof tokenExchange.exchange>>;

/** Exchanges the identity of a user for a session token, if the server is configured to, or has a company sign-in with a portal. */
export function createExchange(deps: Deps): Exchange {
  const { config, clock, secrets } = deps;
  const { query } = deps.database;
  const { credentials, issuers } = config.tokenExchange;
  const providers = createProviderAccess(deps);
  const identify = createIdentities(deps, providers);
  const isOffered = async () => credentials.length + issuers.length > 0 || (await providers.hasPortals());

  async function readNamed({ kind, subject, authorization }: ExchangeRequest): Promise<Named> {
    const credential = readCredential(authorization, credentials);
    if (kind === tokenExchangeNames.email) {
      if (!credential) throw new AppError('invalid_client');
      return { email: subject, by: credential.id, domains: credential.domains };
    }
    const { issuer, ...identity } = await identify(subject);
    return { ...identity, by: issuer.issuer, domains: issuer.domains };
  }

  /** The user, or the reason why there is none. */
  async function find({ email, domains, issuedAt }: Named): Promise<Person | string> {
    const domain = domainOf(email);
    if (!domain || !(domains.includes('*') || domains.includes(domain)))
      return 'People of this domain are not accepted.';
    const person = await findPerson(query, email);
    if (!person || !isSameAddress(person.email, email)) return 'No account has this email address.';
    if (issuedAt !== undefined && issuedAt < person.sessionsSince)
      return 'The id token was issued before the sessions of this person were ended. Get a new one.';
    return person;
  }

  return async (request) => {
    const { address, log } = request;
    if (!(await isOffered())) throw new AppError('not_found', { message: 'This server does not exchange tokens.' });
    const guesses = ofNetwork(address);
    await assertUnderLimit(query, clock.now(), [guesses]);
    const subject = await readNamed(request).catch(async (error: unknown) => {
      const answer = answerOf(error);
      if (answer) log.warn({ reason: answer.message, ...(error instanceof IssuerError && { err: error }) }, refused);
      if (isGuess(error)) await countAttempt(query, clock.now(), [guesses]);
      throw answer ?? error;
    });
    await countAttempt(query, clock.now(), [ofPerson(subject)]);
    const person = await find(subject);
    if (typeof person === 'string') {
      log.warn({ by: subject.by, reason: person }, refused);
      throw new AppError('invalid_grant', { message: person });
    }
    const now = Math.floor(clock.now().getTime() / 1000);
    const { token, expiresAt } = signSession(
      { accountId: person.id, sessionsSince: person.sessionsSince, ...(subject.via && { via: subject.via }) },
      { secrets, clock },
    );
    log.info({ by: subject.by, account: person.id }, 'a token was exchanged');
    return {
      access_token: token,
      issued_token_type: tokenExchangeNames.accessToken,
      token_type: 'Bearer',
      expires_in: expiresAt - now,
    };
  };
}

function ofNetwork(address: string): Limit {
  const [, limit] = limitsOf(exchanges, '', address);
  if (!limit) throw new Error('The limit per network is missing.');
  return limit;
}

function ofPerson({ by, email }: Named): Limit {
  const [limit] = limitsOf(exchanges, `${by} ${email}`, '');
  if (!limit) throw new Error('The limit per user is missing.');
  return limit;
}

/** A caller with a valid credential or a token signed by an issuer is not guessing, whatever else is wrong. */
const isGuess = (error: unknown): boolean =>
  error instanceof AppError || (error instanceof RefusedIdToken && !error.isSigned);

function answerOf(error: unknown): AppError | undefined {
  if (error instanceof RefusedIdToken) return new AppError('invalid_grant', { message: error.message, cause: error });
  if (error instanceof IssuerError) {
    const message = 'The issuer of the id token does not answer. Please try again in a moment.';
    return new AppError('unavailable', { message, retryAfter: 5, cause: error });
  }
  return error instanceof AppError ? error : undefined;
}
