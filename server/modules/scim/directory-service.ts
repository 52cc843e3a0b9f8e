import { type Plan, type WorkspaceRoleId, workspaceRoles } from '@quartermaster/contract/access.ts';
import { currentPlan } from '@quartermaster/contract/subscription.ts';
import type { Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import type { Query } from '../../core/database/database.ts';
import { hashToken } from '../../core/environment/secrets.ts';
import { domainOf, isEmailAddress } from '../../core/identity/email-domain.ts';
import type { writeLog } from '../access-log/repository.ts';
import { listDomains, readSetting, type StoredSetting } from '../company-sign-in/setting-repository.ts';
import { lockSubscription } from '../workspaces/repository.ts';
import { scimError } from './scim-error.ts';
import { type Directory, findDirectory, lockToken, storeTokenUse } from './token-repository.ts';

/** The last use of a token is stored to the minute. */
const useStoredFor = 60_000;

const wrongToken = () =>
  new AppError('unauthorized', {
    message: 'Send a SCIM token of the workspace: Authorization: Bearer qms_…. It may have been revoked.',
  });

/** The directory whose token a request has; throws 401 without one. */
export async function readDirectory(
  { database: { query }, clock }: Pick<Deps, 'database' | 'clock'>,
  authorization: string | undefined,
): Promise<Directory> {
  const token = /^Bearer (qms_[\w-]{43})$/i.exec(authorization ?? '')?.[1];
  const found = token === undefined ? undefined : await findDirectory(query, hashToken(token));
  if (!found) throw wrongToken();
  const { lastUsedAt, ...directory } = found;
  const now = clock.now();
  // The call does not wait for it, and succeeds without it.
  if (lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= useStoredFor)
    storeTokenUse(query, directory.tokenId, now).catch(() => {});
  return directory;
}

/** A change by a directory, with its workspace locked until the end of the transaction. */
export interface Change {
  query: Query;
  workspaceId: number;
  subscription: Awaited<ReturnType<typeof lockSubscription>>;
  /** Whose domains are verified. */
  domains: readonly string[];
  plan: Plan;
  /** The role of members to whom no group gives another one. */
  defaultRoleId: WorkspaceRoleId;
  /** With which it is logged. */
  context: Parameters<typeof writeLog>[1];
  now: Date;
}

/** The role of everybody, and where only invited people join by themselves, that of a member: the directory has invited them. */
export const defaultRoleOf = (setting: Pick<StoredSetting, 'default_role_id'> | undefined): WorkspaceRoleId =>
  setting?.default_role_id ?? workspaceRoles.member;

/** Makes a change, all or nothing. */
export function change<T>(deps: Deps, directory: Directory, work: (change: Change) => Promise<T>): Promise<T> {
  const { workspaceId, tokenId, prefix } = directory;
  const { database, freeSpace } = deps;
  const now = deps.clock.now();
  if (database.kind === 'pglite') freeSpace.check();
  return deps.unit(async ({ query }) => {
    const subscription = await lockSubscription(query, workspaceId);
    // It may have been revoked since the call began.
    if (!(await lockToken(query, tokenId))) throw wrongToken();
    const setting = await readSetting(query, workspaceId);
    const domains = (await listDomains(query, workspaceId)).flatMap(({ domain, verified_at }) =>
      verified_at ? [domain] : [],
    );
    const actor = { kind: 'token', accountId: null } as const;
    return work({
      query,
      workspaceId,
      subscription,
      domains,
      plan: currentPlan(subscription, now).plan,
      defaultRoleId: defaultRoleOf(setting),
      context: { workspaceId, actor, actorName: `SCIM token ${prefix}…`, now },
      now,
    });
  });
}

/** Refuses an address of a domain that is not verified. */
export function requireDomain({ domains }: Pick<Change, 'domains'>, userName: string): void {
  const domain = domainOf(userName);
  if (!isEmailAddress(userName))
    throw scimError('invalidValue', '"userName" has to be the email address of the person.');
  if (!domains.includes(domain)) {
    const message = `"userName" has to be of a verified domain: an owner adds and verifies ${domain} on the page of the company sign-in.`;
    throw scimError('invalidValue', message);
  }
}
