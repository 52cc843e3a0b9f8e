import { changeStatus, mayAssign } from '@quartermaster/contract/access.ts';
import { type Role, type RoleDetail, roleLimit, roles } from '@quartermaster/contract/endpoints/people/roles.ts';
import type { Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import type { Query } from '../../core/database/database.ts';
import type { WorkspaceCaller } from '../../core/session/access.ts';
import { byProject, type NewEntry, writeLog } from '../access-log/repository.ts';
import { beginChange, type Changer, listCallerPermissions } from '../workspaces/change-service.ts';
import { insertRole } from '../workspaces/repository.ts';
import {
  countRoles,
  deleteRole as deleteRoleRow,
  findRole,
  giveToHolders,
  type Holding,
  isNameTaken,
  listHolderCounts,
  listHoldings,
  updateRole,
} from './repository.ts';

type Needs = Pick<Deps, 'database' | 'unit' | 'clock'>;

/** A role, and the instances in which members have it. */
export async function readRole({ database }: Needs, workspaceId: number, roleId: number): Promise<RoleDetail> {
  const role = await findRole(database.query, workspaceId, roleId);
  if (!role) throw new AppError('not_found');
  return { ...role, role_id: role.id, instances: await listHolderCounts(database.query, roleId) };
}

interface SavedRole {
  id: number | undefined;
  name: string;
  changes: readonly { permission_id: number; status: number }[];
}

/** Creates or changes a role and returns its id; if a permission is named twice, the last change counts. */
export function saveRole({ unit, clock }: Needs, caller: WorkspaceCaller, saved: SavedRole): Promise<number> {
  const now = clock.now();
  return unit(async ({ query }) => {
    const changer = await beginChange(query, roles.save.access, caller, now);
    const { workspaceId, actor } = changer;
    const { id, name, changes } = saved;
    const before = id === undefined ? undefined : await getCustomRole(query, workspaceId, id);
    if (await isNameTaken(query, { workspaceId, name, exceptId: id }))
      throw new AppError('taken', { fields: { name: 'A role of this name is there already.' } });
    const { permissions, added, taken } = changed(before?.permissions ?? [], changes);
    if (!before) {
      if ((await countRoles(query, workspaceId)) >= roleLimit)
        throw new AppError('invalid', { message: `A workspace has at most ${roleLimit} roles. Delete one first.` });
      const roleId = await insertRole(query, { workspaceId, name, isAdmin: false, permissionIds: permissions });
      const details = { role_name: name, permissions_given: added };
      await writeLog(query, { workspaceId, actor, now }, [{ action: 'role_created', details }]);
      return roleId;
    }
    const holdings = await listHoldings(query, before.id, undefined);
    await refuseBeyond(query, changer, { permissions: added }, holdings);
    await updateRole(query, { roleId: before.id, name, permissions });
    const details = {
      role_name: name,
      ...(before.name !== name && { previous_role_name: before.name }),
      permissions_given: added,
      permissions_taken: taken,
    };
    const isGranting = added.length > 0 || taken.length > 0;
    const holders = Map.groupBy(isGranting ? holdings : [], ({ account_id }) => account_id);
    const ofHolder = { role_name: name, permissions_given: added, permissions_taken: taken };
    if (before.name !== name || isGranting)
      await writeLog(query, { workspaceId, actor, now }, [
        { action: 'role_edited', details },
        ...[...holders].map(([subject, holdings]): NewEntry => {
          const projects = [...new Set(holdings.map(({ project_id }) => project_id))].map((project) => ({
            id: project,
          }));
          return { action: 'project_roles_changed', subject, details: ofHolder, projects };
        }),
      ]);
    return before.id;
  });
}

/** Deletes a role; its members get the replacement, if there is one. */
export function deleteRole(
  { unit, clock }: Needs,
  caller: WorkspaceCaller,
  { id, replacementId }: { id: number; replacementId: number | undefined },
): Promise<void> {
  const now = clock.now();
  return unit(async ({ query }) => {
    const changer = await beginChange(query, roles.delete.access, caller, now);
    const { workspaceId, actor } = changer;
    const role = await getCustomRole(query, workspaceId, id);
    const replacement = replacementId === undefined ? undefined : await findRole(query, workspaceId, replacementId);
    if (replacementId !== undefined && (!replacement || replacement.id === role.id))
      throw new AppError('invalid', { fields: { replacement_role_id: 'Choose another role of this workspace' } });
    const holdings = await listHoldings(query, id, replacementId);
    if (replacement) {
      const receiving = holdings.filter(({ has_other }) => !has_other);
      await refuseBeyond(query, changer, replacement, receiving);
      await giveToHolders(query, id, replacement.id);
    }
    await deleteRoleRow(query, id);
    const details = {
      role_name: role.name,
      ...(replacement && { replacement_role_name: replacement.name }),
    };
    const entries: NewEntry[] = [{ action: 'role_deleted', details }, ...entriesOf(holdings, role, replacement)];
    await writeLog(query, { workspaceId, actor, now }, entries);
  });
}

async function getCustomRole(query: Query, workspaceId: number, id: number): Promise<Role> {
  const role = await findRole(query, workspaceId, id);
  if (!role) throw new AppError('not_found');
  if (role.is_admin)
    throw new AppError('forbidden', { message: `The role ${role.name} is built in and cannot be changed.` });
  return role;
}

/** The permissions of a role after the changes, and the changes that have an effect. */
function changed(before: readonly number[], changes: SavedRole['changes']) {
  const permissions = new Set(before);
  for (const { permission_id, status } of changes) {
    if (status === changeStatus.create) permissions.add(permission_id);
    else permissions.delete(permission_id);
  }
  const after = [...permissions].toSorted((a, b) => a - b);
  return {
    permissions: after,
    added: after.filter((id) => !before.includes(id)),
    taken: before.filter((id) => !permissions.has(id)),
  };
}

/** Refuses changes that would give a member permissions which the caller lacks in the same instance. */
async function refuseBeyond(
  query: Query,
  changer: Changer,
  role: { permissions: readonly number[] },
  holdings: readonly Holding[],
): Promise<void> {
  if (role.permissions.length === 0) return;
  const instanceIds = [...new Set(holdings.map(({ instance_id }) => instance_id))];
  const permissions = await listCallerPermissions(query, changer, instanceIds);
  const beyond = holdings.find(({ instance_id }) => !mayAssign(role, permissions.get(instance_id) ?? []));
  if (!beyond) return;
  throw new AppError('forbidden', {
    message: `People hold this role in ${beyond.env} of ${beyond.project_name}, and you cannot give permissions there that you do not have yourself.`,
  });
}

/** An entry for each member who had the role. */
function entriesOf(holdings: readonly Holding[], role: Role, replacement: Role | undefined): NewEntry[] {
  const byHolder = Map.groupBy(holdings, ({ account_id }) => account_id);
  return [...byHolder].map(([subject, theirs]) => {
    const changes = theirs.flatMap(({ project_id, project_name, env, has_other }) => {
      const lost = { project_name, env, role_name: role.name, status: changeStatus.delete };
      if (!replacement || has_other) return [{ project_id, change: lost }];
      const got = { project_name, env, role_name: replacement.name, status: changeStatus.create };
      return [
        { project_id, change: lost },
        { project_id, change: got },
      ];
    });
    return {
      action: 'project_roles_changed',
      subject,
      details: { role_changes: changes.map(({ change }) => change) },
      projects: byProject(changes),
    };
  });
}
