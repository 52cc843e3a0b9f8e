import type { WorkspaceRoleId } from '@quartermaster/contract/access.ts';
import type { Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import { domainOf, isSameAddress } from '../../core/identity/email-domain.ts';
import { companyVia } from '../../core/session/session-token.ts';
import { findAccount, findCredentials, insertAccount, lockAccount } from '../accounts/repository.ts';
import { endSignIns } from '../accounts/sign-in-repository.ts';
import { type Joining, join, whyNotJoin } from '../company-sign-in/account-service.ts';
import { lockPerson } from '../company-sign-in/identity-repository.ts';
import { lockInvitation } from '../members/invitation-repository.ts';
import { endMembership } from '../members/member-service.ts';
import { findMember } from '../members/repository.ts';
import { type Change, change, requireDomain } from './directory-service.ts';
import { findGroupRole } from './group-repository.ts';
import type { UserInput } from './read-body.ts';
import { scimError } from './scim-error.ts';
import type { Directory } from './token-repository.ts';
import {
  deleteUser,
  findUser,
  insertUser,
  isUserTaken,
  listSignInsOf,
  type UserRow,
  writeUser,
} from './user-repository.ts';

const longestName = 32;

const refusals = {
  plan: 'The plan of the workspace does not include more members, or its subscription has ended. An owner changes it in billing.',
  seats: 'All seats of the workspace are taken. An owner adds one in billing, or removes a member or an invitation.',
} as const;

const notFound = () => new AppError('not_found', { message: 'This workspace has no such user.' });

const taken = (userName: string) =>
  scimError('uniqueness', `The workspace has a user with the userName ${userName} already.`);

/** A user of the directory's workspace; throws 404 for one of another workspace. */
export async function getUser({ database }: Deps, { workspaceId }: Directory, scimId: string): Promise<UserRow> {
  const found = await findUser(database.query, workspaceId, scimId);
  if (!found) throw notFound();
  return found;
}

/** Stores a person of the directory, who joins unless inactive. An account is made if the address has none. */
export function createUser(
  deps: Deps,
  directory: Directory,
  input: UserInput & { userName: string },
): Promise<UserRow> {
  return change(deps, directory, async (made) => {
    const { query, workspaceId, now } = made;
    const { userName } = input;
    requireDomain(made, userName);
    await lockPerson(query, 'scim', { subject: String(workspaceId), email: userName });
    const known = await accountOf(made, userName);
    if (await isUserTaken(query, workspaceId, { userName, accountId: known ?? null, except: null }))
      throw taken(userName);
    const name = nameOf(input);
    const accountId =
      known ?? (await insertAccount(query, { name, email: userName, passwordHash: '', createdAt: now }));
    const scimId = await insertUser(query, { workspaceId, accountId, now }, input);
    if (input.active !== false) await activate(made, await storedUser(made, scimId));
    return storedUser(made, scimId);
  });
}

/** The account of an address. */
async function accountOf({ query }: Change, userName: string): Promise<number | undefined> {
  const known = await findCredentials(query, userName);
  if (known && !isSameAddress(known.email, userName))
    throw scimError('invalidValue', '"userName" looks like the address of another account. Use letters of ASCII.');
  return known?.id;
}

/** The name of a new account; later it is up to the person. */
function nameOf({ displayName, givenName, familyName, userName = '' }: UserInput): string {
  const full = [givenName, familyName].filter(Boolean).join(' ');
  const name = (displayName || full).replaceAll(/\p{C}/gu, '').trim();
  return (name || userName.replace(/@.*/s, '')).slice(0, longestName);
}

async function storedUser({ query, workspaceId }: Change, scimId: string): Promise<UserRow> {
  const user = await findUser(query, workspaceId, scimId);
  if (!user) throw notFound();
  return user;
}

/** Changes a user; the person joins or leaves if `active` says so. */
export function updateUser(deps: Deps, directory: Directory, scimId: string, input: UserInput): Promise<UserRow> {
  return change(deps, directory, async (made) => {
    const { query, now } = made;
    const user = await storedUser(made, scimId);
    if (input.userName !== undefined && input.userName !== user.user_name)
      await requireFreeName(made, user, input.userName);
    await writeUser(query, user.id, input, now);
    const renamed = await storedUser(made, scimId);
    if (input.active === true) await activate(made, renamed);
    if (input.active === false) await deactivate(made, renamed);
    return storedUser(made, scimId);
  });
}

/** Nobody becomes somebody else by a new address. */
async function requireFreeName(made: Change, { id, account_id: accountId }: UserRow, userName: string): Promise<void> {
  const { query, workspaceId } = made;
  requireDomain(made, userName);
  const known = await accountOf(made, userName);
  if (await isUserTaken(query, workspaceId, { userName, accountId: known ?? null, except: id })) throw taken(userName);
  // Not said to be taken: that would tell of accounts in other workspaces.
  if (known !== undefined && known !== accountId)
    throw scimError('invalidValue', '"userName" cannot become this address. Delete the user, and create it again.');
}

/** Removes a user, who leaves the workspace. */
export function removeUser(deps: Deps, directory: Directory, scimId: string): Promise<void> {
  return change(deps, directory, async (made) => {
    const user = await storedUser(made, scimId);
    await deactivate(made, user);
    await deleteUser(made.query, user.id);
  });
}

/** By the role of an open invitation, which is used up; else by that of the groups, else by that of everybody. */
async function activate(made: Change, user: UserRow): Promise<void> {
  const { query, workspaceId, subscription, domains, now } = made;
  if (user.role_id !== null) return;
  requireDomain(made, user.user_name);
  const account = await findAccount(query, user.account_id);
  if (!domains.includes(domainOf(account?.email ?? ''))) {
    const message =
      'The person has given this account an address outside of your verified domains: it is not the company’s any more. Delete the user, and create it again.';
    throw scimError('invalidValue', message);
  }
  const joining = await joiningOf(made, user);
  const refusal = await whyNotJoin(query, { workspaceId, subscription, joining, now });
  if (refusal) throw new AppError(refusal, { message: refusals[refusal] });
  await join(query, made.context, user.account_id, joining);
}

async function joiningOf({ query, workspaceId, defaultRoleId, now }: Change, user: UserRow): Promise<Joining> {
  const invitation = await lockInvitation(query, workspaceId, { email: user.user_name });
  const isOpen = invitation !== undefined && invitation.expires_at > now;
  const roleId = (await findGroupRole(query, user.id)) ?? defaultRoleId;
  if (!isOpen) return { roleId };
  return { roleId: Math.min(invitation.role_id, roleId) as WorkspaceRoleId, invitationId: invitation.id };
}

/** As if an owner had removed the person; sessions by the company end everywhere, as it does not know the person any more. */
async function deactivate({ query, workspaceId, context, now }: Change, user: UserRow): Promise<void> {
  const { account_id: accountId } = user;
  const member = await findMember(query, { workspaceId, accountId });
  if (!member) return;
  await endMembership(query, context, member);
  await lockAccount(query, accountId);
  const ids = await listSignInsOf(query, accountId, companyVia(workspaceId));
  if (ids.length > 0) await endSignIns(query, { accountId, ids, now });
}
