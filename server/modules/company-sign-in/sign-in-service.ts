import type { CompanyRefusal } from '@quartermaster/contract/company-sign-in.ts';
import { type CompanyTrial, companySignIn } from '@quartermaster/contract/endpoints/people/company-sign-in.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { companyLimits } from '@quartermaster/contract/rules/people/company-sign-in.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { JWTPayload } from 'jose';
import type { Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import type { Query } from '../../core/database/database.ts';
import { randomToken } from '../../core/environment/secrets.ts';
import { countAttempt, isFirstUse, networkOf } from '../../core/http/rate-limit.ts';
import { domainOf } from '../../core/identity/email-domain.ts';
import { IssuerError } from '../../core/identity/fetch-json.ts';
import { RefusedIdToken } from '../../core/identity/id-token.ts';
import { authorizeInScope } from '../../core/session/access.ts';
import { companyVia, withoutSession } from '../../core/session/session-token.ts';
import { writeLog } from '../access-log/repository.ts';
import { listWorkspaceRoles, lockAccount } from '../accounts/repository.ts';
import { beginSession, type Session } from '../accounts/session-service.ts';
import { arrive, decideArrival } from './account-service.ts';
import { type Flow, flowSeconds, returnPath } from './flow.ts';
import { shownClaims } from './person.ts';
import { type Checks, createProviderClient, fingerprintOf } from './provider-client.ts';
import { createProviderAccess, type Provider } from './provider-service.ts';
import { SignInRefused } from './refused.ts';
import { writeTrial } from './setting-repository.ts';

/** Sign-ins that a network may begin or complete in 15 minutes: a studio shares one address. */
const attempts = { attempts: 600, seconds: 15 * 60 };

/** A provider that came back, and how. */
export interface Return {
  provider: string;
  /** The query of the address. */
  search: string;
  flow: Flow | undefined;
  address: string;
  userAgent: string | undefined;
  log: FastifyBaseLogger;
}

/** Where the browser goes, and with which session. */
interface Outcome {
  path: string;
  session?: Session;
}

interface Begun {
  url: string;
  flow: Omit<Flow, 'kind' | 'expiresAt'>;
}

/** The address at which a provider sends the browser back. Each has its own: a code of one is never sent to another. */
export const callbackUrl = ({ config }: Pick<Deps, 'config'>, provider: number | 'server'): string =>
  `${config.publicUrl}/v1/company-sign-in/${provider}/callback`;

/** What begins and completes company sign-ins. */
export type CompanySignIn = ReturnType<typeof createCompanySignIn>;

/** Creates the functions that begin and complete company sign-ins. */
export function createCompanySignIn(deps: Deps) {
  const { config, clock, database } = deps;
  const providers = createProviderAccess(deps);
  const clients = new Map<unknown, ReturnType<typeof createProviderClient>>();
  const clientOf = (provider: Pick<Provider, 'id' | 'issuer'>) => {
    const call = providers.callFor(provider);
    const client = clients.get(call) ?? createProviderClient(call, clock);
    clients.set(call, client);
    return client;
  };
  const count = (address: string) =>
    countAttempt(database.query, clock.now(), [{ key: `company-sign-in:address:${networkOf(address)}`, ...attempts }]);

  async function begin(
    provider: Provider,
    { from, address, trial }: { from: string | undefined; address: string; trial?: Flow['trial'] },
  ): Promise<Begun> {
    await count(address);
    const checks: Checks = { state: randomToken(), nonce: randomToken(), verifier: randomToken() };
    const url = await clientOf(provider)
      .authorizationUrl(provider, callbackUrl(deps, provider.id), checks)
      .catch((cause: unknown) => {
        if (!(cause instanceof IssuerError)) throw cause;
        deps.log.warn({ err: cause, provider: provider.id }, 'a company sign-in could not begin');
        throw new AppError('unavailable', { message: new SignInRefused('provider').message, retryAfter: 5, cause });
      });
    const flow = {
      ...checks,
      provider: provider.id,
      fingerprint: fingerprintOf(provider),
      from: returnPath(from, config.publicUrl),
      ...(trial && { trial }),
    };
    return { url, flow };
  }

  /** The verified claims of who comes back; throws {@link SignInRefused}. */
  async function claimsOf({
    provider,
    flow,
    search,
    address,
  }: Return): Promise<{ found: Provider; claims: JWTPayload }> {
    await count(address);
    if (!flow || new URLSearchParams(search).get('state') !== flow.state) throw new SignInRefused('expired');
    // The answer of another provider than the one that was asked.
    if (provider !== String(flow.provider)) throw new SignInRefused('token');
    const use = { of: 'company-flow', secret: flow.state, seconds: flowSeconds };
    if (!(await isFirstUse(database.query, clock.now(), use))) throw new SignInRefused('used');
    const found = await providers.byId(flow.provider);
    if (!found || fingerprintOf(found) !== flow.fingerprint) throw new SignInRefused('changed');
    const returnedTo = new URL(`${callbackUrl(deps, found.id)}?${search}`);
    try {
      return { found, claims: await clientOf(found).claimsOf(found, providers.keysOf(found), returnedTo, flow) };
    } catch (cause) {
      throw new SignInRefused(await reasonOf(cause), { cause });
    }
  }

  async function signIn(returned: Return, flow: Flow): Promise<Outcome> {
    const { found, claims } = await claimsOf(returned);
    const now = clock.now();
    const session = await deps.unit(async ({ query }) => {
      const arrival = await decideArrival(query, found, claims, now);
      const accountId = await arrive(query, found, arrival, now);
      const account = await lockAccount(query, accountId);
      if (!account) throw new SignInRefused('expired');
      const { sessionsSince } = account;
      const { userAgent } = returned;
      const started = await beginSession(query, deps, {
        accountId,
        sessionsSince,
        userAgent,
        via: companyVia(found.id),
      });
      await logSignIn(query, found, accountId, now);
      return started;
    });
    return { path: signInPage('done', flow.from), session };
  }

  /** Stores what came, and what it would do. */
  async function tryOut(
    returned: Return,
    flow: Flow,
    { accountId, signIn: id }: NonNullable<Flow['trial']>,
  ): Promise<Outcome> {
    const workspaceId = Number(flow.provider);
    const now = clock.now();
    const issuedAt = Math.ceil(now.getTime() / 1000);
    const session = { accountId, issuedAt, signIn: id, via: withoutSession.via };
    const { access } = companySignIn.tryOut;
    await authorizeInScope({ access, safe: false }, { query: database.query, id: workspaceId, now, ...session });
    const trial: Pick<CompanyTrial, 'at' | 'claims' | 'refusal'> = { at: now.toISOString(), claims: [], refusal: null };
    let roleId: CompanyTrial['role_id'] = null;
    let detail = '';
    try {
      const { found, claims } = await claimsOf(returned);
      trial.claims = shownClaims(claims, { most: companyLimits.trialClaims, longest: companyLimits.claim });
      const arrival = await deps.unit(({ query }) => decideArrival(query, found, claims, now));
      roleId = (arrival.joining?.roleId ?? null) as CompanyTrial['role_id'];
    } catch (error) {
      if (!(error instanceof SignInRefused)) throw error;
      trial.refusal = error.reason;
      detail = error.cause instanceof Error ? detailOf(error.cause) : '';
    }
    await deps.unit(async ({ query }) => {
      await writeTrial(query, workspaceId, { ...trial, role_id: roleId, detail });
      const actor = { kind: 'account', accountId } as const;
      await writeLog(query, { workspaceId, actor, now }, [{ action: 'company_tried', details: {} }]);
    });
    return { path: pathTo(paths.companySignIn, { workspaceId }) };
  }

  async function complete(returned: Return): Promise<Outcome> {
    const { flow, log, provider } = returned;
    try {
      if (!flow) throw new SignInRefused('expired');
      return flow.trial ? await tryOut(returned, flow, flow.trial) : await signIn(returned, flow);
    } catch (error) {
      if (!(error instanceof SignInRefused)) throw error;
      const { reason, email, cause } = error;
      log.warn({ reason, provider, ...(cause instanceof Error && { err: cause }) }, 'a company sign-in was refused');
      await logRefusal(deps, provider, reason, email);
      return { path: signInPage(reason, flow?.from ?? paths.home) };
    }
  }

  return { providers, begin, complete, clientOf };
}

/** The page that signs in shows the outcome. */
const signInPage = (outcome: CompanyRefusal | 'done', from: string): string =>
  `${paths.signIn}?${new URLSearchParams({ company: outcome, from })}`;

/** The library's codes of errors that are not about what was answered. */
const noAnswer: readonly (string | undefined)[] = [
  undefined,
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
];

/** What the error codes of a token endpoint mean. */
const refusalsOfCodes: ReadonlyMap<string, CompanyRefusal> = new Map([
  ['invalid_client', 'client'],
  ['unauthorized_client', 'client'],
  ['invalid_grant', 'token'],
]);

async function reasonOf(error: unknown): Promise<CompanyRefusal> {
  if (error instanceof RefusedIdToken) return 'token';
  const { AuthorizationResponseError, ClientError, ResponseBodyError } = await import('openid-client');
  if (error instanceof AuthorizationResponseError) return error.error === 'access_denied' ? 'cancelled' : 'provider';
  if (error instanceof ResponseBodyError) return refusalsOfCodes.get(error.error) ?? 'provider';
  return error instanceof ClientError && !noAnswer.includes(error.code) ? 'token' : 'provider';
}

const longestDetail = 300;

/** What went wrong, for the owner who tries it. */
function detailOf(error: Error): string {
  const { error: code, error_description: description } = error as { error?: unknown; error_description?: unknown };
  const cause = error.cause instanceof Error ? error.cause.message : '';
  // The message of the library says only that there was an error.
  const message = typeof code === 'string' ? `The provider answered ${code}` : error.message;
  const parts = [message, typeof description === 'string' ? description : cause];
  return parts.filter(Boolean).join(': ').replaceAll(/\p{C}/gu, ' ').slice(0, longestDetail);
}

/** In the workspace of the company sign-in; for the sign-in of a server, in all of the account. */
async function logSignIn(query: Query, { id }: Provider, accountId: number, now: Date): Promise<void> {
  const actor = { kind: 'account', accountId } as const;
  const ids = id === 'server' ? (await listWorkspaceRoles(query, accountId)).map((role) => role.id) : [id];
  for (const workspaceId of ids)
    await writeLog(query, { workspaceId, actor, now }, [{ action: 'company_signed_in', details: {} }]);
}

/** What anybody can cause without the provider is in the server's log only. */
const unlogged: readonly CompanyRefusal[] = ['expired', 'used', 'cancelled'];

async function logRefusal(
  deps: Deps,
  provider: string,
  reason: CompanyRefusal,
  email: string | undefined,
): Promise<void> {
  const { query } = deps.database;
  const workspaceId = Number(provider);
  if (unlogged.includes(reason) || !Number.isInteger(workspaceId)) return;
  const rows = await query('select 1 from company_sign_ins where workspace_id = $1', [workspaceId]);
  if (rows.length === 0) return;
  const entry = {
    action: 'company_refused',
    details: { reason },
    ...(email && { subject: email.slice(0, 320) }),
  } as const;
  await writeLog(query, { workspaceId, actor: { kind: 'system' }, now: deps.clock.now() }, [entry]);
}

/** The company sign-in that a browser asks for. */
export async function findAsked(
  { providers }: Pick<CompanySignIn, 'providers'>,
  { email }: { email?: string },
): Promise<Provider | undefined> {
  if (email === undefined) return providers.byId('server');
  const domain = domainOf(email.trim());
  return domain === '' ? undefined : providers.ofDomain(domain);
}
