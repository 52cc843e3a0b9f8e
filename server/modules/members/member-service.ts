import { changeStatus, workspaceRoleOf, workspaceRoles } from '@quartermaster/contract/access.ts';
import { type Member, members } from '@quartermaster/contract/endpoints/people/members.ts';
import type { Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import type { Query } from '../../core/database/database.ts';
import { revokeSecrets } from '../../core/mail/one-time-links.ts';
import type { WorkspaceCaller } from '../../core/session/access.ts';
import { byProject, type NewEntry, writeLog } from '../access-log/repository.ts';
import { revokeTokensOf } from '../project-tokens/repository.ts';
import { deleteAddressesOf } from '../sheet-addresses/repository.ts';
import { deleteViewsOf } from '../views/repository.ts';
import { beginChange, type Changer } from '../workspaces/change-service.ts';
import { deleteGrants } from '../workspaces/grants-repository.ts';
import { deleteInvitationsOf } from './invitation-repository.ts';
import { refuseManaging, refuseRole } from './refuse.ts';
import { countOwners, deleteMember, findMember, writeMemberRoles } from './repository.ts';

type Needs = Pick<Deps, 'unit' | 'clock'>;
type LogContext = Parameters<typeof writeLog>[1];

/** Changes a member's workspace role. */
export function setRole(
  { unit, clock }: Needs,
  caller: WorkspaceCaller,
  { memberId, roleId }: { memberId: number; roleId: number },
): Promise<void> {
  const now = clock.now();
  return unit(async ({ query }) => {
    const changer = await beginChange(query, members.setRole.access, caller, now);
    const member = await getMember(query, changer, memberId);
    if (member.role_id === roleId) return;
    refuseRole(changer, workspaceRoleOf(roleId));
    await refuseLastOwner(query, changer.workspaceId, member);
    const { workspaceId, actor } = changer;
    await changeRoles(query, { workspaceId, actor, now }, [{ accountId: memberId, roleId, previous: member.role_id }]);
  });
}

/** Gives members other roles, in a few statements for any number of them, and logs it. */
export async function changeRoles(
  query: Query,
  context: LogContext,
  changes: readonly { accountId: number; roleId: number; previous: number }[],
): Promise<void> {
  if (changes.length === 0) return;
  const { workspaceId, now } = context;
  await writeMemberRoles(query, workspaceId, changes);
  const ended: NewEntry[] = [];
  for (const [roleId, ofRole] of Map.groupBy(changes, (change) => change.roleId)) {
    // A member cannot invite.
    const above = roleId === workspaceRoles.member ? noRole : roleId;
    const accountIds = ofRole.map(({ accountId }) => accountId);
    ended.push(...(await endInvitations(query, { workspaceId, accountIds, above, now })));
  }
  await writeLog(query, context, [
    ...changes.map(({ accountId, roleId, previous }) => ({
      action: 'role_updated' as const,
      subject: accountId,
      details: { workspace_role_id: roleId, previous_workspace_role_id: previous },
    })),
    ...ended,
  ]);
}

/** Removes a member from the workspace and all of its projects. */
export function removeMember({ unit, clock }: Needs, caller: WorkspaceCaller, memberId: number): Promise<void> {
  const now = clock.now();
  return unit(async ({ query }) => {
    const changer = await beginChange(query, members.remove.access, caller, now);
    const member = await getMember(query, changer, memberId);
    const { workspaceId, actor } = changer;
    await endMembership(query, { workspaceId, actor, now }, member);
  });
}

/** Removes a member with everything that the membership gave, and logs it. */
export async function endMembership(query: Query, context: LogContext, member: Member): Promise<void> {
  const { workspaceId, now } = context;
  await refuseLastOwner(query, workspaceId, member);
  const membership = { workspaceId, accountId: member.id };
  const lost = (await deleteGrants(query, membership)).map(({ project_id, project_name, env, role_name }) => ({
    project_id,
    change: { project_name, env, role_name, status: changeStatus.delete },
  }));
  await deleteMember(query, membership);
  // A person who joins again later does not bring them back.
  await revokeTokensOf(query, membership, now);
  await deleteAddressesOf(query, membership);
  await deleteViewsOf(query, membership);
  const details = {
    workspace_role_id: member.role_id,
    ...(lost.length > 0 && { role_changes: lost.map(({ change }) => change) }),
  };
  await writeLog(query, context, [
    { action: 'removed', subject: member.id, details, projects: byProject(lost) },
    ...(await endInvitations(query, { workspaceId, accountIds: [member.id], above: noRole, now })),
  ]);
}

async function getMember(query: Query, changer: Changer, accountId: number): Promise<Member> {
  const member = await findMember(query, { workspaceId: changer.workspaceId, accountId });
  if (!member) throw new AppError('not_found');
  refuseManaging(changer, member.role_id);
  return member;
}

/** To be called before an owner loses the role. */
async function refuseLastOwner(query: Query, workspaceId: number, { role_id }: Member): Promise<void> {
  if (role_id === workspaceRoles.owner && (await countOwners(query, workspaceId)) === 1)
    throw new AppError('last_owner');
}

/** Below every role. */
const noRole = Math.max(...Object.values(workspaceRoles)) + 1;

/**
 * Invitations depend on their sender: when the sender's role changes, those that it no longer permits are withdrawn.
 * Otherwise an owner who is about to be removed could return by one.
 */
async function endInvitations(
  query: Query,
  { now, ...whose }: { workspaceId: number; accountIds: readonly number[]; above: number; now: Date },
): Promise<NewEntry[]> {
  const ended = await deleteInvitationsOf(query, whose);
  if (ended.length > 0)
    await revokeSecrets(
      query,
      ['invitation'],
      ended.map(({ id }) => String(id)),
      now,
    );
  return ended.map(({ email, role_id }) => ({
    action: 'invitation_withdrawn',
    subject: email,
    details: { workspace_role_id: role_id },
  }));
}
