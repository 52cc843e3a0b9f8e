import {
  type Access,
  type AccessOf,
  allPermissionIds,
  deliverByScope,
  type Environment,
  type Grants,
  type GuardedEndpoint,
  type Plan,
  refusalErrors,
  refusalOf,
  type TokenAccess,
  type TokenScope,
  tokenScopesOf,
  type WorkspaceRoleId,
  workspaceRoleOf,
  workspaceRoles,
} from '@quartermaster/contract/access.ts';
import { tokenPlacesSentence } from '@quartermaster/contract/errors.ts';
import { projectLimit } from '@quartermaster/contract/plan-limits.ts';
import { currentPlan, type SubscriptionEnd, type SubscriptionStatus } from '@quartermaster/contract/subscription.ts';
import type { Actor } from '../base/actor.ts';
import type { Clock } from '../base/clock.ts';
import { AppError } from '../base/errors.ts';
import type { FreeSpace } from '../base/free-space.ts';
import { largestId } from '../base/largest-id.ts';
import type { Database, Query } from '../database/database.ts';
import { sharedReads } from '../database/shared-reads.ts';
import { hashToken } from '../environment/secrets.ts';
import type { RequestHead } from '../http/request-head.ts';
import { type CookieConfig, sessionCookieOf } from './cookie-names.ts';
import { projectTokenOf } from './project-token.ts';
import {
  companyVia,
  readSession,
  recoveryVia,
  type Session,
  type SessionParts,
  withoutSession,
} from './session-token.ts';

/** The account of a session, when its token was issued, in Unix seconds, its sign-in, empty without one, and how that was done. */
export type SessionAccount = Pick<Session, 'accountId' | 'issuedAt' | 'signIn' | 'via'>;

/** A signed-in account. */
export interface Caller extends SessionAccount {
  actor: Actor;
}

/** A caller with a role in the path's workspace. */
export interface WorkspaceCaller extends Caller {
  workspaceId: number;
  grants: Grants;
}

/** A caller with a role in the workspace of the path's project. */
export interface ProjectCaller extends WorkspaceCaller {
  projectId: number;
}

/** A caller with access to the path's instance by its API token, or by a token of its project with that scope. */
export interface TokenCaller {
  actor: Actor;
  instanceId: number;
  projectId: number;
  /** True if anyone may make this call. */
  isPublic?: boolean;
}

/** A caller with a role in the workspace of the path's instance. */
export interface InstanceCaller extends TokenCaller {
  workspaceId: number;
  grants: Grants;
  /** The position of the primary that a replica must have reached before the caller reads from it; 0 if omitted. */
  position?: number;
  /** True if a webhook is asked before saves in the instance. */
  hasChecks: boolean;
}

interface Callers {
  public: undefined;
  account: Caller;
  workspace: WorkspaceCaller;
  project: ProjectCaller;
  instance: InstanceCaller;
}

/** What a handler knows about its caller, by the access of its endpoint. */
export type CallerOf<A extends Access> = A extends TokenAccess ? TokenCaller : Callers[A['scope']];

/** The dependencies for identifying a caller and checking its access. */
interface AccessParts extends SessionParts {
  database: Database;
  freeSpace: FreeSpace;
  config: CookieConfig;
}

/** A call as access checks see it; `safe` is true for a read-only call. */
interface CheckedCall<A extends Access = Access> {
  access: A;
  safe: boolean;
}

/**
 * Identifies the caller and checks access, or throws the first reason for refusing it: 401, 403 (forgery), 404, 403, 402.
 */
export async function authorize(
  { access, safe }: CheckedCall,
  request: RequestHead,
  parts: AccessParts,
): Promise<CallerOf<Access>> {
  const projectToken = projectTokenOf(request.headers.authorization);
  if (access.scope === 'instance' && access.token) return authorizeDelivery(request, parts, access, projectToken);
  if (projectToken !== undefined && access.scope !== 'public')
    return authorizeToken({ access, safe }, projectToken, request, parts);
  if (access.scope === 'public') {
    if (!safe && hasCookies(request, parts.config)) requireCsrfHeader(request);
    return undefined;
  }
  const session = readSession(request, parts);
  if (!safe && session.from === 'cookie') requireCsrfHeader(request);
  const { query } = parts.database;
  if (access.scope === 'account') {
    await requireOpenSession(query, session);
    if (access.fresh) await requireProof(query, session, parts.clock.now());
    return callerOf(session);
  }
  const id = readId(request.params[`${access.scope}Id`]);
  const now = parts.clock.now();
  const caller = await authorizeInScope({ access, safe }, { query, id, now, ...session });
  if (access.fresh) await requireProof(query, session, now);
  // Applies to all writes in a workspace, project or instance, on the embedded database only: signing in stays possible.
  if (!safe && parts.database.kind === 'pglite') parts.freeSpace.check();
  return caller;
}

/** SQL: true for an account whose session has not been ended. */
export const isOpenSql = (account: string, issuedAt: string, signIn: string): string =>
  `${account}.sessions_since <= ${issuedAt} and ${signIn} <> all (${account}.ended_sign_ins)`;

const accountAccess = `select 1 from accounts a where a.id = $1 and ${isOpenSql('a', '$2', '$3')}`;

/** Throws for a session that was ended, by its user or a password reset, even if its token has not expired, and for a deleted account. */
async function requireOpenSession(query: Query, { accountId, issuedAt, signIn }: SessionAccount): Promise<void> {
  const rows = await query(accountAccess, [accountId, issuedAt, signIn], 'access-account');
  if (rows.length === 0) throw new AppError('session_expired');
}

/** Milliseconds after which a dangerous call asks again who the user is. */
const proofLifetime = 10 * 60_000;

/** Throws unless a sign-in is recent, or was confirmed. For an exchanged token its portal vouches, which asks its users itself. */
async function requireProof(query: Query, { accountId, signIn }: SessionAccount, now: Date): Promise<void> {
  if (signIn === withoutSession.signIn) return;
  const rows = await query(
    'select 1 from sign_ins where id::text = $1 and account_id = $2 and coalesce(proved_at, created_at) > $3',
    [signIn, accountId, new Date(now.getTime() - proofLifetime)],
    'access-proof',
  );
  if (rows.length === 0) throw new AppError('confirm_again');
}

/**
 * Checks access to a workspace, project or instance, including one that only the body of a call names; throws like
 * {@link authorize}.
 */
export async function authorizeInScope(
  { access, safe }: CheckedCall<AccessOf<keyof typeof readCaller>>,
  { query, id, now, ...session }: SessionAccount & { query: Query; id: number; now: Date },
): Promise<WorkspaceCaller | InstanceCaller> {
  const caller = await readCaller[access.scope](query, { ...session, now }, id);
  if (!caller) {
    await requireOpenSession(query, session);
    throw new AppError('not_found');
  }
  demand({ access, safe }, caller.grants);
  return caller;
}

/** An account without a session as the caller of an endpoint in an instance; throws if it may not call it. */
export async function authorizeAccount(
  { database: { query }, clock }: { database: Database; clock: Clock },
  accountId: number,
  id: number,
  access: AccessOf<'instance'>,
): Promise<InstanceCaller> {
  const now = clock.now();
  // There is no session, and so none that can have ended.
  const issuedAt = Math.ceil(now.getTime() / 1000);
  const caller = await authorizeInScope(
    { access, safe: false },
    { query, id, now, accountId, issuedAt, ...withoutSession },
  );
  if (!('instanceId' in caller)) throw new AppError('not_found');
  return caller;
}

/** Throws the first reason for refusing a call, or an action that only the body of a call names. */
export function demand(endpoint: GuardedEndpoint, grants: Grants): void {
  const refusal = refusalOf(endpoint, grants);
  if (refusal === 'environment' && grants.tokenScopes) throw new AppError(refusal, { message: tokenPlacesSentence });
  if (refusal) throw new AppError(refusalErrors[refusal]);
}

const hasCookies = ({ headers, cookies }: RequestHead, config: CookieConfig): boolean =>
  headers.authorization === undefined &&
  (['qm_auth', 'qm_refresh'] as const).some((name) => sessionCookieOf(cookies, name, config) !== undefined);

/** Throws unless the request has the header that a form on another site cannot send. */
function requireCsrfHeader({ headers }: RequestHead): void {
  if (headers['x-csrf-protection'] !== '1') throw new AppError('forgery');
}

/** A database id in a path: digits only; anything else is answered with `not_found`. */
export function readId(text: string | undefined): number {
  const id = text !== undefined && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  if (id < 1 || id > largestId) throw new AppError('not_found');
  return id;
}

interface GrantRow {
  workspace_id: number;
  project_id: number;
  env: Environment | null;
  role_id: WorkspaceRoleId;
  plan: Plan;
  status: SubscriptionStatus;
  next_billing_date_at: Date | null;
  ends_as: SubscriptionEnd | null;
  is_short_of_seats: boolean;
  paid_projects: number;
  /** The number of older projects in the workspace; only for a path with a project. */
  older_projects?: number;
  /** True if only sessions of the workspace's company sign-in open it. */
  is_company_only: boolean;
  /** From when on a second factor is needed; null if none is required, or if the account has one. */
  factor_due_at: Date | null;
  is_admin: boolean | null;
  permission_ids: number[] | null;
  /** Only for a path with an instance, like `read_position`. */
  has_checks?: boolean;
  read_position?: number;
}

/** What a workspace demands of sessions, and not of tokens. */
type Demand = 'is_company_only' | 'factor_due_at';

// Seats are only counted if the stored state of the subscription had too few: some may have become free.
const isShortOfSeatsAt = (now: string) => `case when s.is_short_of_seats then s.members <
    (select count(*) from workspace_members taken where taken.workspace_id = s.workspace_id)
    + (select count(*) from invitations open where open.workspace_id = s.workspace_id and open.expires_at > ${now})
  else false end`;

const subscriptionAt = (
  now: string,
) => `coalesce(s.plan, 'free') as plan, coalesce(s.status, 'active') as status, s.next_billing_date_at, s.ends_as,
  ${isShortOfSeatsAt(now)} as is_short_of_seats, coalesce(s.projects, 0) as paid_projects`;

const subscription = subscriptionAt('$4');

/** SQL: when members of the workspace `w` who join at this time need a second factor; null if it requires none. */
export const factorDueSince = (now: string): string => `${now}::timestamptz + w.factor_days * interval '24 hours'`;

/** SQL: when the account `a` needs a second factor that it has not, as the member `m`; null if never. */
export const factorDue = 'case when not a.has_second_factor then m.factor_due_at end';

/** SQL: true if the workspace of the member `m` requires a second factor, and the account `a` has none. */
export const lacksFactor = `(${factorDue}) is not null`;

/** A row with the mark {@link lacksFactor} only where it is true. */
export const withMark = <T extends object>({ lacks, ...row }: T & { lacks: boolean }) => ({
  ...row,
  ...(lacks && ({ lacks_second_factor: true } as const)),
});

const demands = `m.is_company_only, ${factorDue} as factor_due_at`;

// A project that is being deleted does not count against the plan, although it can be restored.
const olderProjects = `(select count(*)::int from projects older
    where older.workspace_id = p.workspace_id and older.id < p.id and older.status = 'Active') as older_projects`;

/** SQL: joins the membership of a session's account in the workspace of a project. */
const membershipOf = ({ account, issuedAt, signIn }: Record<'account' | 'issuedAt' | 'signIn', string>) => `
  join workspace_members m on m.workspace_id = p.workspace_id and m.account_id = ${account}
  join accounts a on a.id = m.account_id and ${isOpenSql('a', issuedAt, signIn)}
  left join subscriptions s on s.workspace_id = p.workspace_id`;

const membership = membershipOf({ account: '$2', issuedAt: '$3', signIn: '$5' });

const instanceColumns = `
  p.workspace_id, p.id as project_id, i.env, i.has_checks, a.read_position, m.role_id, ${demands}, ${subscription}, ${olderProjects}, r.is_admin, r.permission_ids`;

const instanceRoles = `
  left join instance_members im on im.instance_id = i.id and im.account_id = m.account_id
  left join roles r on r.id = im.role_id and r.workspace_id = p.workspace_id`;

const instanceAccess = `
  select ${instanceColumns} from instances i join projects p on p.id = i.project_id and p.status = 'Active'
  ${membershipOf({ account: '$2', issuedAt: '$3', signIn: '$5' })} ${instanceRoles}
  where i.id = $1`;

/** The same for many sessions and instances. */
const instanceAccesses = `
  select c.call::int, ${instanceColumns}
  from unnest($1::int[], $2::int[], $3::bigint[], $5::text[]) with ordinality as c (instance_id, account_id, issued_at, sign_in, call)
  join instances i on i.id = c.instance_id join projects p on p.id = i.project_id and p.status = 'Active'
  ${membershipOf({ account: 'c.account_id', issuedAt: 'c.issued_at', signIn: 'c.sign_in' })} ${instanceRoles}`;

const projectAccess = `
  select p.workspace_id, p.id as project_id, m.role_id, ${demands}, ${subscription}, ${olderProjects}
  from projects p ${membership} where p.id = $1 and p.status = 'Active'`;

const workspaceAccess = `
  select m.workspace_id, m.role_id, ${demands}, ${subscription}
  from workspace_members m join accounts a on a.id = m.account_id and ${isOpenSql('a', '$3', '$5')}
  left join subscriptions s on s.workspace_id = m.workspace_id
  where m.workspace_id = $1 and m.account_id = $2`;

/** A session, and the time at which the subscription is judged. */
interface SessionAt extends SessionAccount {
  now: Date;
}

/** Throws for a session that was not signed in as its workspace demands. */
function requireCompany({ workspace_id: id, role_id: role, is_company_only: isOnly }: GrantRow, via: string): void {
  const isRecovered = via === recoveryVia && role === workspaceRoles.owner;
  if (!isOnly || isRecovered || via === companyVia(id) || via === withoutSession.via) return;
  throw new AppError('company_sign_in', { details: { workspace_id: id, may_recover: role === workspaceRoles.owner } });
}

/** True for a session whose second factor another sign-in vouches for: that of a portal, which exchanged it, or the company's. */
export const isVouchedFor = ({ signIn, via }: Pick<Session, 'signIn' | 'via'>, workspaceId: number): boolean =>
  signIn === withoutSession.signIn || via === companyVia(workspaceId);

/** Throws once an account without a second factor needs one in its workspace. */
function requireFactor({ workspace_id: id, factor_due_at: dueAt }: GrantRow, session: SessionAt): void {
  if (dueAt === null || dueAt > session.now || isVouchedFor(session, id)) return;
  throw new AppError('second_factor_required', { details: { workspace_id: id } });
}

/** Throws if the session does not meet the workspace's sign-in rules. */
function requireSession(row: GrantRow, session: SessionAt): void {
  requireCompany(row, session.via);
  requireFactor(row, session);
}

const callerOf = ({ accountId, issuedAt, signIn, via }: SessionAccount): Caller => ({
  actor: { kind: 'account', accountId },
  accountId,
  issuedAt,
  signIn,
  via,
});

/** One indexed query per request, so that granted or revoked access takes effect immediately. */
const readCaller = {
  instance: async (query: Query, session: SessionAt, instanceId: number): Promise<InstanceCaller | undefined> => {
    const { accountId, issuedAt, signIn, now } = session;
    const values = [instanceId, accountId, issuedAt, now, signIn];
    const rows = await query<GrantRow>(instanceAccess, values, 'access-instance');
    return instanceCallerOf(rows, session, instanceId);
  },
  project: async (query: Query, session: SessionAt, projectId: number): Promise<ProjectCaller | undefined> => {
    const { now } = session;
    const [row] = await query<GrantRow>(
      projectAccess,
      [projectId, session.accountId, session.issuedAt, now, session.signIn],
      'access-project',
    );
    if (row) requireSession(row, session);
    return row && { ...callerOf(session), projectId, workspaceId: row.workspace_id, grants: grantsOf(row, [], now) };
  },
  workspace: async (query: Query, session: SessionAt, workspaceId: number): Promise<WorkspaceCaller | undefined> => {
    const { now } = session;
    const [row] = await query<GrantRow>(
      workspaceAccess,
      [workspaceId, session.accountId, session.issuedAt, now, session.signIn],
      'access-workspace',
    );
    if (row) requireSession(row, session);
    return row && { ...callerOf(session), workspaceId, grants: grantsOf(row, [], now) };
  },
};

/** The caller that a session is in an instance, by the rows of its roles there; throws like {@link requireSession}. */
function instanceCallerOf(
  rows: readonly GrantRow[],
  session: SessionAt,
  instanceId: number,
): InstanceCaller | undefined {
  const [row] = rows;
  if (!row) return undefined;
  requireSession(row, session);
  const { accountId, now } = session;
  return {
    actor: { kind: 'account', accountId },
    instanceId,
    projectId: row.project_id,
    workspaceId: row.workspace_id,
    grants: grantsOf(row, permissionIdsOf(row.role_id, rows), now),
    position: row.read_position ?? 0,
    hasChecks: row.has_checks ?? false,
  };
}

/** A session, and an instance that it may be let into. */
export interface InstanceSession {
  session: SessionAccount;
  instanceId: number;
}

/** The callers that sessions are in instances at this moment, in the same order; undefined for one that is not let in. */
export async function readInstanceCallers(
  query: Query,
  calls: readonly InstanceSession[],
  now: Date,
): Promise<(InstanceCaller | undefined)[]> {
  const rows = await query<GrantRow & { call: number }>(
    instanceAccesses,
    [
      calls.map(({ instanceId }) => instanceId),
      calls.map(({ session }) => session.accountId),
      calls.map(({ session }) => session.issuedAt),
      now,
      calls.map(({ session }) => session.signIn),
    ],
    'access-instances',
  );
  const rowsOf = Map.groupBy(rows, ({ call }) => call);
  return calls.map(({ session, instanceId }, at) => {
    try {
      return instanceCallerOf(rowsOf.get(at + 1) ?? [], { ...session, now }, instanceId);
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  });
}

/** Whether these sessions have not been ended, in the same order. */
export async function areOpen(query: Query, sessions: readonly SessionAccount[]): Promise<boolean[]> {
  const rows = await query<{ call: number }>(
    `select c.call::int from unnest($1::int[], $2::bigint[], $3::text[]) with ordinality as c (account_id, issued_at, sign_in, call)
      join accounts a on a.id = c.account_id and ${isOpenSql('a', 'c.issued_at', 'c.sign_in')}`,
    [
      sessions.map(({ accountId }) => accountId),
      sessions.map(({ issuedAt }) => issuedAt),
      sessions.map(({ signIn }) => signIn),
    ],
    'access-sessions',
  );
  const open = new Set(rows.map(({ call }) => call));
  return sessions.map((_, at) => open.has(at + 1));
}

const permissionIdsOf = (
  role: WorkspaceRoleId,
  rows: readonly Pick<GrantRow, 'is_admin' | 'permission_ids'>[],
): readonly number[] =>
  role === workspaceRoles.owner || rows.some(({ is_admin }) => is_admin)
    ? allPermissionIds
    : [...new Set(rows.flatMap(({ permission_ids }) => permission_ids ?? []))];

function grantsOf(row: Omit<GrantRow, Demand>, permissionIds: readonly number[], now: Date): Grants {
  const { plan, status, next_billing_date_at: nextBillingDateAt, ends_as: endsAs, paid_projects } = row;
  const { older_projects = 0, is_short_of_seats: isShortOfSeats } = row;
  const current = currentPlan({ plan, status, nextBillingDateAt, endsAs, isShortOfSeats }, now);
  return {
    ...current,
    workspaceRole: workspaceRoleOf(row.role_id),
    permissionIds,
    env: row.env ?? null,
    isBeyondPlan: older_projects >= projectLimit(current.plan, paid_projects),
  };
}

const projectTokenAccess = `
  select p.workspace_id, p.id as project_id, i.env, i.has_checks, a.read_position, m.role_id, ${subscriptionAt('$3')}, ${olderProjects}, r.is_admin, r.permission_ids,
    k.id as token_id, k.scopes, k.account_id, k.last_used_at
  from project_tokens k
  join instances i on i.id = $1 and i.project_id = k.project_id and i.id = any(k.instance_ids)
  join projects p on p.id = i.project_id and p.status = 'Active'
  join workspace_members m on m.workspace_id = p.workspace_id and m.account_id = k.account_id
  join accounts a on a.id = k.account_id
  left join subscriptions s on s.workspace_id = p.workspace_id
  left join instance_members im on im.instance_id = i.id and im.account_id = k.account_id
  left join roles r on r.id = im.role_id and r.workspace_id = p.workspace_id
  where k.token_hash = $2 and k.revoked_at is null and (k.expires_at is null or k.expires_at > $3)`;

interface TokenRow extends Omit<GrantRow, Demand> {
  token_id: number;
  scopes: TokenScope[];
  account_id: number;
  last_used_at: Date | null;
}

/** The last use of a token is stored to the minute. */
const useStoredFor = 60_000;

/** One indexed query, as for a session, so that a revocation or a lost permission takes effect immediately. */
async function authorizeToken(
  endpoint: CheckedCall & { access: Exclude<Access, TokenAccess> },
  token: string,
  { params }: RequestHead,
  { database, clock, freeSpace }: AccessParts,
): Promise<InstanceCaller> {
  const { query } = database;
  // Before anything is looked up: the answer says nothing about the token.
  if (tokenScopesOf(endpoint).length === 0) throw new AppError('scope');
  const instanceId = readId(params.instanceId);
  const now = clock.now();
  const hash = hashToken(token);
  const rows = await query<TokenRow>(projectTokenAccess, [instanceId, hash, now], 'access-project-token');
  const [row] = rows;
  if (!row) throw await whyNotOpen(query, hash, now);
  const { token_id: tokenId, account_id: accountId, scopes: tokenScopes, last_used_at: lastUse } = row;
  const grants = { ...grantsOf(row, permissionIdsOf(row.role_id, rows), now), tokenScopes };
  demand(endpoint, grants);
  if (!endpoint.safe && database.kind === 'pglite') freeSpace.check();
  if (lastUse === null || now.getTime() - lastUse.getTime() >= useStoredFor) storeUse(query, tokenId, now);
  return {
    actor: { kind: 'token', accountId, tokenId },
    instanceId,
    projectId: row.project_id,
    workspaceId: row.workspace_id,
    grants,
    position: row.read_position ?? 0,
    hasChecks: row.has_checks ?? false,
  };
}

/** Why a token does not open an instance, or its project. Only its holder is told more than that. */
export async function whyNotOpen(query: Query, hash: string, now: Date): Promise<AppError> {
  const [known] = await query<{ is_revoked: boolean; is_expired: boolean; is_member: boolean }>(
    `select k.revoked_at is not null as is_revoked, coalesce(k.expires_at <= $2, false) as is_expired,
        exists (select 1 from projects p join workspace_members m on m.workspace_id = p.workspace_id
          where p.id = k.project_id and m.account_id = k.account_id) as is_member
      from project_tokens k where k.token_hash = $1`,
    [hash, now],
    'access-project-token-lost',
  );
  if (known && !known.is_revoked && !known.is_expired && known.is_member) return new AppError('not_found');
  const message = !known
    ? 'The token is not valid. Check that it is complete, or make a new one.'
    : known.is_revoked
      ? 'The token was revoked. Make a new one.'
      : known.is_expired
        ? 'The token has expired. Make a new one.'
        : 'Whoever made the token is not a member of the workspace any more. Make a new one.';
  return new AppError('unauthorized', { message });
}

/** The call does not wait for it, and succeeds without it. */
function storeUse(query: Query, tokenId: number, now: Date): void {
  query(
    `update project_tokens set last_used_at = $2::timestamptz
      where id = $1 and (last_used_at is null or last_used_at < $2::timestamptz)`,
    [tokenId, now],
    'project-token-used',
  ).catch(() => {});
}

const tokenAccess = `
  select t.instance_id, i.project_id from api_tokens t join instances i on i.id = t.instance_id
  join projects p on p.id = i.project_id and p.status = 'Active' where t.token_hash = $1`;

const publicAccess = `
  select i.id as instance_id, i.project_id from instances i
  join projects p on p.id = i.project_id and p.status = 'Active' where i.id = $1 and i.has_public_builds`;

async function authorizeDelivery(
  request: RequestHead,
  parts: AccessParts,
  { orPublic }: TokenAccess,
  projectToken: string | undefined,
): Promise<TokenCaller> {
  const { headers, params } = request;
  const query = sharedReads(parts.database);
  // Even with a token: an answer that caches share must not depend on it.
  if (orPublic) {
    const [open] = await query<{ instance_id: number; project_id: number }>(
      publicAccess,
      [readId(params.instanceId)],
      'access-public',
    );
    if (open) return { ...callerOfToken(open), isPublic: true };
  }
  if (projectToken !== undefined) return authorizeToken(deliverByScope, projectToken, request, parts);
  const token = /^Bearer ([\w-]{16,200})$/i.exec(headers.authorization ?? '')?.[1];
  if (!token)
    throw new AppError('unauthorized', {
      message: 'Send the API token of the instance: Authorization: Bearer <token>.',
    });
  const [row] = await query<{ instance_id: number; project_id: number }>(
    tokenAccess,
    [hashToken(token)],
    'access-token',
  );
  if (!row) throw new AppError('unauthorized', { message: 'The API token is not valid. It may have been replaced.' });
  if (row.instance_id !== readId(params.instanceId)) throw new AppError('not_found');
  return callerOfToken(row);
}

const callerOfToken = (row: { instance_id: number; project_id: number }): TokenCaller => ({
  actor: { kind: 'token', accountId: null },
  instanceId: row.instance_id,
  projectId: row.project_id,
});
