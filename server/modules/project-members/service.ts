import {
  allPermissionIds,
  changeStatus,
  mayAssign,
  mayManage,
  noRolesLeft,
  type WorkspaceRole,
  workspaceRoleOf,
} from '@quartermaster/contract/access.ts';
import type { LogDetails } from '@quartermaster/contract/endpoints/people/access-log.ts';
import type { Member } from '@quartermaster/contract/endpoints/people/members.ts';
import {
  type MemberRoles,
  outsideProject,
  projectMembers,
} from '@quartermaster/contract/endpoints/people/project-members.ts';
import type { Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import type { Query } from '../../core/database/database.ts';
import type { ProjectCaller } from '../../core/session/access.ts';
import { writeLog } from '../access-log/repository.ts';
import { findMember } from '../members/repository.ts';
import { findProjectName } from '../projects/repository.ts';
import { beginChange, type Changer, listCallerPermissions } from '../workspaces/change-service.ts';
import {
  deleteGrants,
  findRoles,
  type Grant,
  insertGrants,
  listInstances,
  listMemberRoles,
  type MemberRole,
} from './repository.ts';

type Needs = Pick<Deps, 'unit' | 'clock'>;

/** The instances of the caller's project, with the caller's permissions in each. */
export async function listOwn(query: Query, { workspaceId, accountId, projectId, grants }: ProjectCaller) {
  const instances = await listInstances(query, projectId);
  // The access check has refused callers without a role.
  const role = grants.workspaceRole as WorkspaceRole;
  const permissions = await listCallerPermissions(query, { workspaceId, accountId, role }, idsOf(instances));
  return instances.map((instance) => ({ ...instance, caller_permissions: [...(permissions.get(instance.id) ?? [])] }));
}

const idsOf = (instances: readonly { id: number }[]) => instances.map(({ id }) => id);

/** The roles of a member of the workspace in the instances of the project. */
export async function readRoles(query: Query, caller: ProjectCaller, accountId: number): Promise<MemberRoles> {
  const { workspaceId, projectId } = caller;
  const user = await findMember(query, { workspaceId, accountId });
  if (!user) throw new AppError('not_found');
  const current = await listMemberRoles(query, { workspaceId, projectId, accountId });
  const instances = await listOwn(query, caller);
  return {
    user,
    instances: instances.map((instance) => ({
      ...instance,
      roles: current
        .filter(({ instance_id }) => instance_id === instance.id)
        .map((role) => ({ ...role, permissions: permissionsOf(role) })),
    })),
  };
}

const permissionsOf = ({ is_admin, permissions }: Pick<MemberRole, 'is_admin' | 'permissions'>) =>
  is_admin ? allPermissionIds : permissions;

interface RoleChange extends Grant {
  status: number;
}

/** Gives and takes roles, all or nothing; if a role is named twice in an instance, the last change counts. */
export function setRoles(
  deps: Needs,
  caller: ProjectCaller,
  { memberId, changes }: { memberId: number; changes: readonly RoleChange[] },
): Promise<void> {
  return changeRoles(
    deps,
    caller,
    { memberId, access: projectMembers.setRoles.access },
    async (query, scope, current) => {
      const known = new Set(current.map(({ instance_id, id }) => keyOf({ instance_id, role_id: id })));
      const last = new Map(changes.map((change) => [keyOf(change), change]));
      const net = [...last.values()].filter((change) => known.has(keyOf(change)) !== isGrant(change));
      const roles = await refuseWrong(query, scope, { changes, granted: net.filter(isGrant) });
      const left = net.reduce((count, change) => count + (isGrant(change) ? 1 : -1), known.size);
      if (left === 0) throw new AppError('invalid', { fields: { roles: noRolesLeft } });
      return net.map((change) => ({ ...change, role_name: roles.get(change.role_id)?.name ?? '' }));
    },
  );
}

const keyOf = ({ instance_id, role_id }: Grant) => `${instance_id}.${role_id}`;
const isGrant = ({ status }: RoleChange) => status === changeStatus.create;

/** Takes all roles in the project from a member; 404 if they have none. */
export function removeFromProject(deps: Needs, caller: ProjectCaller, memberId: number): Promise<void> {
  return changeRoles(
    deps,
    caller,
    { memberId, access: projectMembers.remove.access },
    async (_query, _place, current) => {
      if (current.length === 0) throw new AppError('not_found');
      return current.map(({ instance_id, id: role_id, name: role_name }) => ({
        instance_id,
        role_id,
        role_name,
        status: changeStatus.delete,
      }));
    },
  );
}

/** The instances of a change of roles, and the caller's permissions in each. */
interface Place {
  workspaceId: number;
  instances: Awaited<ReturnType<typeof listInstances>>;
  permissions: Awaited<ReturnType<typeof listCallerPermissions>>;
}

type Decide = (query: Query, scope: Place, current: MemberRole[]) => Promise<(RoleChange & { role_name: string })[]>;

/** Makes the changes returned by `decide`, after checking that the caller can change this member's roles. */
function changeRoles(
  { unit, clock }: Needs,
  caller: ProjectCaller,
  { memberId, access }: { memberId: number; access: Parameters<typeof beginChange>[1] },
  decide: Decide,
): Promise<void> {
  const now = clock.now();
  const { projectId } = caller;
  return unit(async ({ query }) => {
    const changer = await beginChange(query, access, caller, now);
    const { workspaceId, actor } = changer;
    const instances = await listInstances(query, projectId);
    const callerPermissions = await listCallerPermissions(query, changer, idsOf(instances));
    await refuseMember(query, changer, memberId, callerPermissions);
    const current = await listMemberRoles(query, { workspaceId, projectId, accountId: memberId });
    const changes = await decide(query, { workspaceId, instances, permissions: callerPermissions }, current);
    if (changes.length === 0) return;
    await deleteGrants(
      query,
      memberId,
      changes.filter((change) => !isGrant(change)),
    );
    await insertGrants(query, memberId, changes.filter(isGrant));
    const project_name = (await findProjectName(query, projectId)) ?? '';
    const envs = new Map(instances.map(({ id, env }) => [id, env]));
    const role_changes = changes.flatMap(({ instance_id, role_name, status }) => {
      const env = envs.get(instance_id);
      return env ? [{ project_name, env, role_name, status }] : [];
    }) as LogDetails['role_changes'];
    const details = { ...(role_changes && { role_changes }) };
    await writeLog(query, { workspaceId, actor, now }, [
      { action: 'project_roles_changed', subject: memberId, details, projects: [{ id: projectId }] },
    ]);
  });
}

async function refuseMember(
  query: Query,
  { workspaceId, role }: Changer,
  accountId: number,
  callerPermissions: Place['permissions'],
): Promise<Member> {
  const member = await findMember(query, { workspaceId, accountId });
  if (!member) throw new AppError('not_found');
  if (!mayManage(role, workspaceRoleOf(member.role_id)))
    throw new AppError('forbidden', { message: 'Only owners can change the roles of owners.' });
  if ([...callerPermissions.values()].every((permissions) => permissions.length === 0))
    throw new AppError('forbidden', { message: outsideProject });
  return member;
}

/** Refuses unknown instances and roles (422), and roles that the caller cannot give (403); returns the roles by id. */
async function refuseWrong(
  query: Query,
  { workspaceId, instances, permissions }: Place,
  { changes, granted }: { changes: readonly RoleChange[]; granted: readonly RoleChange[] },
): Promise<Map<number, Omit<MemberRole, 'instance_id'>>> {
  const ids = new Set(idsOf(instances));
  const found = await findRoles(query, workspaceId, [...new Set(changes.map(({ role_id }) => role_id))]);
  const roles = new Map(found.map((role) => [role.id, role]));
  const fields: Record<string, string> = {};
  for (const [at, { instance_id, role_id }] of changes.entries()) {
    if (!ids.has(instance_id)) fields[`roles.${at}.instance_id`] = 'is not an instance of this project';
    if (!roles.has(role_id)) fields[`roles.${at}.role_id`] = 'is no role of this workspace any more';
  }
  if (Object.keys(fields).length > 0) throw new AppError('invalid', { fields });
  for (const { instance_id, role_id } of granted) {
    const role = roles.get(role_id);
    if (role && !mayAssign({ permissions: permissionsOf(role) }, permissions.get(instance_id) ?? []))
      throw new AppError('forbidden', {
        message: `The role ${role.name} allows more than you hold yourself there, so you cannot give it.`,
      });
  }
  return roles;
}
