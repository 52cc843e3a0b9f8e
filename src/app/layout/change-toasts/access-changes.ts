import { type Permission, permissions, type WorkspaceRole } from '@quartermaster/contract/access.ts';
import { roleWithArticle } from '../../../shared/ui/invitation/role-with-article.ts';

/** The user's access, as far as changes of it are reported. */
export interface AccessSnapshot {
  /** By workspace; workspaces without a role are omitted. */
  roles: ReadonlyMap<number, { name: string; role: WorkspaceRole }>;
  /** The active instance with the user's permissions there; `null` if there is none, or they are not known yet. */
  instance: { id: number; workspaceId: number; name: string; permissionIds: readonly number[] } | null;
  /** All instances that the user's list contains. */
  instanceIds: ReadonlySet<number>;
}

/** Describes in sentences how the user's access has changed; nothing about workspaces and instances that are new to the user. */
export function accessChanges(before: AccessSnapshot, after: AccessSnapshot): string[] {
  const ofRoles = [...before.roles].flatMap(([id, { name, role }]) => {
    const now = after.roles.get(id)?.role;
    if (now === role) return [];
    return now ? `You are now ${roleWithArticle[now]} of ${name}.` : `You are no longer in the workspace ${name}.`;
  });
  return [...ofRoles, ...permissionChanges(before, after)];
}

function permissionChanges(
  { instance: before }: AccessSnapshot,
  { instance: after, roles, instanceIds }: AccessSnapshot,
): string[] {
  if (!before || !roles.has(before.workspaceId)) return [];
  // Once the instance is no longer listed, the console has no active instance.
  if (before.id !== after?.id && !instanceIds.has(before.id) && before.permissionIds.length > 0)
    return [`You no longer have access to ${before.name}.`];
  if (before.id !== after?.id) return [];
  const lost = labels(before.permissionIds.filter((id) => !after.permissionIds.includes(id)));
  const gained = labels(after.permissionIds.filter((id) => !before.permissionIds.includes(id)));
  if (lost !== '' && after.permissionIds.length === 0) return [`You no longer have access to ${before.name}.`];
  return [
    ...(lost === '' ? [] : [`You no longer have these permissions in ${before.name}: ${lost}.`]),
    ...(gained === '' ? [] : [`You now have these permissions in ${before.name}: ${gained}.`]),
  ];
}

const labels = (ids: readonly number[]): string =>
  (Object.keys(permissions) as Permission[])
    .filter((name) => ids.includes(permissions[name].id))
    .map((name) => `“${permissions[name].label}”`)
    .join(', ');
