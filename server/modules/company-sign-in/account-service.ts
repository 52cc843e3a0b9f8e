import { assignableRoles, plans, type WorkspaceRoleId, workspaceRoleOf } from '@quartermaster/contract/access.ts';
import { seatLimit } from '@quartermaster/contract/plan-limits.ts';
import { currentPlan } from '@quartermaster/contract/subscription.ts';
import type { JWTPayload } from 'jose';
import type { Query } from '../../core/database/database.ts';
import { domainOf, isEmailAddress, isSameAddress } from '../../core/identity/email-domain.ts';
import { revokeSecrets } from '../../core/mail/one-time-links.ts';
import { writeLog } from '../access-log/repository.ts';
import { findAccount, findCredentials, insertAccount } from '../accounts/repository.ts';
import { deleteInvitation, lockInvitation } from '../members/invitation-repository.ts';
import { countMembers, findMember } from '../members/repository.ts';
import { countSeats, insertMember, lockSubscription } from '../workspaces/repository.ts';
import { findIdentity, hasIdentity, insertIdentity, lockPerson, wasRemoved } from './identity-repository.ts';
import { type Person, readPerson, roleByClaims } from './person.ts';
import type { Provider } from './provider-service.ts';
import { SignInRefused } from './refused.ts';

/** What a company sign-in would do, as its claims say. */
export interface Arrival {
  person: Person;
  accountId: number | undefined;
  /** True if the provider's subject is linked to the account. */
  isLinked: boolean;
  /** How the account joins the workspace; undefined for a member, and for the sign-in of a server. */
  joining: Joining | undefined;
}

/**
 * Decides what claims allow, with the workspace and the person locked until the end of the transaction. Writes nothing; throws
 * {@link SignInRefused}.
 */
export async function decideArrival(query: Query, provider: Provider, claims: JWTPayload, now: Date): Promise<Arrival> {
  const person = readPerson(claims, provider);
  const { email } = person;
  const subscription = typeof provider.id === 'number' && (await lockSubscription(query, provider.id));
  await lockPerson(query, provider.issuer, person);
  const linked = await findLinked(query, provider, person);
  const accountId = linked ?? (await findByAddress(query, provider, email));
  const arrival = { person, accountId, isLinked: linked !== undefined };
  if (!subscription || typeof provider.id !== 'number') return { ...arrival, joining: undefined };
  const workspaceId = provider.id;
  if (accountId !== undefined && (await findMember(query, { workspaceId, accountId })))
    return { ...arrival, joining: undefined };
  const joining = await findRole(query, { ...provider, id: workspaceId }, { accountId, email, claims, now });
  const refusal = await whyNotJoin(query, { workspaceId, subscription, joining, now });
  if (refusal) throw new SignInRefused(refusal, { email });
  return { ...arrival, joining };
}

/** How an account joins a workspace. */
export interface Joining {
  roleId: WorkspaceRoleId;
  /** The invitation that it uses up. */
  invitationId?: number;
}

interface Join {
  workspaceId: number;
  subscription: Awaited<ReturnType<typeof lockSubscription>>;
  joining: Joining;
  now: Date;
}

/** Why nobody can join a workspace, which is locked: its plan, or its seats. */
export async function whyNotJoin(
  query: Query,
  { workspaceId, subscription, joining, now }: Join,
): Promise<'plan' | 'seats' | undefined> {
  const { plan, isCanceled } = currentPlan(subscription, now);
  const isAssignable = assignableRoles(plan, 'owner').includes(workspaceRoleOf(joining.roleId));
  if (isCanceled || !plans[plan].inviteMembers || !isAssignable) return 'plan';
  const { status, members } = subscription;
  // Open invitations of others take a seat only from who was not invited.
  const taken =
    joining.invitationId === undefined ? countSeats(query, workspaceId, now) : countMembers(query, workspaceId, '');
  return (await taken) >= seatLimit({ status, paid: members }) ? 'seats' : undefined;
}

/** The account of a subject. One that has taken an address of another domain is no longer the company's. */
async function findLinked(query: Query, { issuer, domains }: Provider, { subject, email }: Person) {
  const accountId = await findIdentity(query, issuer, subject);
  const account = accountId === undefined ? undefined : await findAccount(query, accountId);
  if (account && !domains.includes(domainOf(account.email))) throw new SignInRefused('moved', { email });
  return accountId;
}

/** The account of an address that this provider may link. */
async function findByAddress(query: Query, { issuer }: Provider, email: string): Promise<number | undefined> {
  if (!isEmailAddress(email)) throw new SignInRefused('wrong-email', { email });
  const known = await findCredentials(query, email);
  if (!known) return undefined;
  if (!isSameAddress(known.email, email)) throw new SignInRefused('token', { email });
  if (await hasIdentity(query, issuer, known.id)) throw new SignInRefused('subject', { email });
  return known.id;
}

interface Candidate {
  accountId: number | undefined;
  email: string;
  claims: JWTPayload;
  now: Date;
}

/** An invitation decides, then the claims, then what everybody gets. */
async function findRole(
  query: Query,
  provider: Provider & { id: number },
  { accountId, email, claims, now }: Candidate,
): Promise<Joining> {
  const invitation = await lockInvitation(query, provider.id, { email });
  if (invitation && invitation.expires_at > now)
    return { roleId: invitation.role_id as WorkspaceRoleId, invitationId: invitation.id };
  if (accountId !== undefined && (await wasRemoved(query, provider.id, accountId)))
    throw new SignInRefused('removed', { email });
  const roleId = roleByClaims(claims, provider) ?? provider.defaultRoleId;
  if (roleId === null) throw new SignInRefused('not-invited', { email });
  return { roleId };
}

/** Creates, links and joins what has been decided, in the same transaction; returns the account. */
export async function arrive(
  query: Query,
  { id: workspaceId, issuer }: Provider,
  { person, accountId: known, isLinked, joining }: Arrival,
  now: Date,
): Promise<number> {
  const { name, email, subject } = person;
  // Without a password until one is set by a mailed link.
  const accountId = known ?? (await insertAccount(query, { name, email, passwordHash: '', createdAt: now }));
  if (!isLinked) await insertIdentity(query, { issuer, subject, accountId, now });
  if (!joining || typeof workspaceId !== 'number') return accountId;
  await join(query, { workspaceId, actor: { kind: 'account', accountId }, now }, accountId, joining);
  return accountId;
}

/** Makes an account a member, and logs it. */
export async function join(
  query: Query,
  context: Parameters<typeof writeLog>[1],
  accountId: number,
  { roleId, invitationId }: Joining,
): Promise<void> {
  const { workspaceId, now } = context;
  if (invitationId !== undefined) {
    await deleteInvitation(query, invitationId);
    await revokeSecrets(query, ['invitation'], String(invitationId), now);
  }
  await insertMember(query, { workspaceId, accountId, roleId, now });
  await writeLog(query, context, [{ action: 'joined', subject: accountId, details: { workspace_role_id: roleId } }]);
}
