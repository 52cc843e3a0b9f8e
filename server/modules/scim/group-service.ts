import { assignableRoles, workspaceRoleOf } from '@quartermaster/contract/access.ts';
import type { Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import { changeRoles } from '../members/member-service.ts';
import { type Change, change } from './directory-service.ts';
import {
  changeMembers,
  countGroups,
  deleteGroup,
  findGroup,
  findUserIds,
  type GroupRow,
  insertGroup,
  isGroupTaken,
  listGroupMembers,
  listRoleChanges,
  listUserIds,
  writeGroup,
} from './group-repository.ts';
import { type GroupInput, type MemberChange, scimLimits } from './read-body.ts';
import { scimError } from './scim-error.ts';
import type { Directory } from './token-repository.ts';

/** A group, with its members if they are asked for. */
export interface AnsweredGroup {
  group: GroupRow;
  members?: Awaited<ReturnType<typeof listGroupMembers>>;
}

const notFound = () => new AppError('not_found', { message: 'This workspace has no such group.' });

/** A group of the directory's workspace; throws 404 for one of another workspace. */
export async function getGroup(
  { database: { query } }: Pick<Deps, 'database'>,
  { workspaceId }: Directory,
  scimId: string,
  { withMembers }: { withMembers: boolean },
): Promise<AnsweredGroup> {
  const group = await findGroup(query, workspaceId, { scimId });
  if (!group) throw notFound();
  return { group, ...(withMembers && { members: await listGroupMembers(query, group.id) }) };
}

/** Stores a group, without a role until an owner gives it one. */
export function createGroup(
  deps: Deps,
  directory: Directory,
  input: GroupInput & { displayName: string },
): Promise<GroupRow> {
  return change(deps, directory, async (made) => {
    const { query, workspaceId } = made;
    await requireFreeName(made, input.displayName, null);
    if ((await countGroups(query, workspaceId)) >= scimLimits.groups)
      throw scimError(
        'invalidValue',
        `A workspace has at most ${scimLimits.groups} groups. Push only those that give a role.`,
      );
    const group = await insertGroup(query, made, input);
    if (input.members) await setMembers(made, group, input.members);
    return group;
  });
}

/** Changes a group; roles of its members follow at once. */
export function updateGroup(deps: Deps, directory: Directory, scimId: string, input: GroupInput): Promise<void> {
  return change(deps, directory, async (made) => {
    const { query, workspaceId, now } = made;
    const group = await findGroup(query, workspaceId, { scimId });
    if (!group) throw notFound();
    if (input.displayName !== undefined) await requireFreeName(made, input.displayName, group.id);
    await writeGroup(query, group, input, now);
    if (input.members) await setMembers(made, group, input.members);
  });
}

/** Removes a group, and the role that it gave. */
export function removeGroup(deps: Deps, directory: Directory, scimId: string): Promise<void> {
  return change(deps, directory, async (made) => {
    const { query, workspaceId } = made;
    const group = await findGroup(query, workspaceId, { scimId });
    if (!group) throw notFound();
    const userIds = group.role_id === null ? [] : await listUserIds(query, group.id);
    await deleteGroup(query, group.id);
    await applyRoles(made, userIds);
  });
}

async function requireFreeName({ query, workspaceId }: Change, displayName: string, except: number | null) {
  if (await isGroupTaken(query, workspaceId, { displayName, except }))
    throw scimError('uniqueness', `The workspace has a group with the displayName ${displayName} already.`);
}

/** Ids of a directory are UUIDs; nothing else is one of a user. */
const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

async function setMembers(made: Change, group: GroupRow, { replaces, added, removed }: MemberChange): Promise<void> {
  const { query, workspaceId } = made;
  const known = await findUserIds(query, workspaceId, [...added, ...removed].filter(isId));
  const unknown = [...added].find((id) => !known.has(id));
  if (unknown !== undefined)
    throw scimError('invalidValue', `This workspace has no user with the id ${unknown}. Create the user first.`);
  const idsOf = (scimIds: Iterable<string>) => [...scimIds].flatMap((id) => known.get(id) ?? []);
  const changed = await changeMembers(query, group.id, { replaces, added: idsOf(added), removed: idsOf(removed) });
  if (group.role_id !== null) await applyRoles(made, changed);
}

/**
 * Gives members of these users the strongest role of their groups, or the default one. Owners stay owners. It is called for whom a change
 * concerns only, so that a role given by hand stays until the directory changes something about this person.
 */
export async function applyRoles(
  { query, context, defaultRoleId, plan }: Pick<Change, 'query' | 'context' | 'defaultRoleId' | 'plan'>,
  userIds: readonly number[],
): Promise<void> {
  if (userIds.length === 0) return;
  const { workspaceId } = context;
  const assignable = assignableRoles(plan, 'owner');
  const changes = await listRoleChanges(query, { workspaceId, userIds, defaultRoleId });
  await changeRoles(
    query,
    context,
    changes.filter(({ roleId }) => assignable.includes(workspaceRoleOf(roleId))),
  );
}
