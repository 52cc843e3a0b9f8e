import type { WorkspaceRoleId } from '@quartermaster/contract/access.ts';
import type { Query } from '../../core/database/database.ts';
import { numberArray, textArray } from '../../core/database/pg-array.ts';
import type { Condition } from './filter.ts';
import type { GroupInput, MemberChange } from './read-body.ts';
import type { Part } from './user-repository.ts';

/** A stored group of a directory. */
export interface GroupRow {
  id: number;
  scim_id: string;
  display_name: string;
  external_id: string | null;
  role_id: WorkspaceRoleId | null;
  created_at: Date;
  changed_at: Date;
}

const columns = 'g.id, g.scim_id, g.display_name, g.external_id, g.role_id, g.created_at, g.changed_at';
const groups = `select ${columns} from scim_groups g`;

/** By what groups are found. */
export type GroupAttribute = 'displayName' | 'externalId' | 'id' | 'members';

const isEqual: Record<GroupAttribute, (value: string) => string> = {
  displayName: (value) => `lower(g.display_name) = lower(${value}::text)`,
  externalId: (value) => `g.external_id = ${value}::text`,
  id: (value) => `g.scim_id::text = lower(${value}::text)`,
  members: (value) => `exists (select from scim_group_members gm join scim_users u on u.id = gm.user_id
    where gm.group_id = g.id and u.scim_id::text = lower(${value}::text))`,
};

/** The groups that fit all conditions, in the order in which they came, and how many there are. */
export async function listGroups(
  query: Query,
  workspaceId: number,
  conditions: readonly Condition<GroupAttribute>[],
  { skipped, count }: Part,
): Promise<{ rows: GroupRow[]; total: number }> {
  const where = ['g.workspace_id = $1', ...conditions.map(({ attribute }, at) => isEqual[attribute](`$${at + 2}`))];
  const values = [workspaceId, ...conditions.map(({ value }) => value)];
  const fits = where.join(' and ');
  const [counted] = await query<{ total: number }>(
    `select count(*)::int as total from scim_groups g where ${fits}`,
    values,
  );
  const rows =
    count === 0
      ? []
      : await query<GroupRow>(`${groups} where ${fits} order by g.id offset ${skipped} limit ${count}`, values);
  return { rows, total: counted?.total ?? 0 };
}

/** All groups of a workspace by name, each with the number of its members. */
export const listCountedGroups = (query: Query, workspaceId: number): Promise<(GroupRow & { members: number })[]> =>
  query(
    `select ${columns}, (select count(*) from scim_group_members m where m.group_id = g.id)::int as members
      from scim_groups g where g.workspace_id = $1 order by lower(g.display_name), g.id`,
    [workspaceId],
  );

export const findGroup = async (
  query: Query,
  workspaceId: number,
  by: { scimId: string } | { id: number },
): Promise<GroupRow | undefined> =>
  'id' in by
    ? (await query<GroupRow>(`${groups} where g.workspace_id = $1 and g.id = $2`, [workspaceId, by.id]))[0]
    : (await query<GroupRow>(`${groups} where g.workspace_id = $1 and g.scim_id = $2`, [workspaceId, by.scimId]))[0];

export async function isGroupTaken(
  query: Query,
  workspaceId: number,
  { displayName, except }: { displayName: string; except: number | null },
): Promise<boolean> {
  const rows = await query(
    'select 1 from scim_groups where workspace_id = $1 and lower(display_name) = lower($2) and id is distinct from $3::int',
    [workspaceId, displayName, except],
  );
  return rows.length > 0;
}

export async function countGroups(query: Query, workspaceId: number): Promise<number> {
  const [row] = await query<{ count: number }>(
    'select count(*)::int as count from scim_groups where workspace_id = $1',
    [workspaceId],
  );
  return row?.count ?? 0;
}

export async function insertGroup(
  query: Query,
  { workspaceId, now }: { workspaceId: number; now: Date },
  { displayName, externalId }: GroupInput,
): Promise<GroupRow> {
  const [row] = await query<GroupRow>(
    `insert into scim_groups as g (workspace_id, display_name, external_id, created_at, changed_at)
      values ($1, $2, $3, $4, $4) returning ${columns}`,
    [workspaceId, displayName, externalId ?? null, now],
  );
  if (!row) throw new Error('No group was stored.');
  return row;
}

export async function writeGroup(
  query: Query,
  { id, display_name, external_id }: GroupRow,
  { displayName = display_name, externalId = external_id }: GroupInput,
  now: Date,
): Promise<void> {
  await query('update scim_groups set display_name = $2, external_id = $3, changed_at = $4 where id = $1', [
    id,
    displayName,
    externalId,
    now,
  ]);
}

export async function writeGroupRole(query: Query, id: number, roleId: number | null): Promise<void> {
  await query('update scim_groups set role_id = $2 where id = $1', [id, roleId]);
}

export async function deleteGroup(query: Query, id: number): Promise<void> {
  await query('delete from scim_groups where id = $1', [id]);
}

/** The members of a group by their ids at the directory, in the order in which they came. */
export const listGroupMembers = (query: Query, id: number): Promise<{ scim_id: string; user_name: string }[]> =>
  query(
    `select u.scim_id, u.user_name from scim_group_members gm join scim_users u on u.id = gm.user_id
      where gm.group_id = $1 order by u.id`,
    [id],
  );

/** The ids of users in a group. */
export async function listUserIds(query: Query, groupId: number): Promise<number[]> {
  const rows = await query<{ id: number }>('select user_id as id from scim_group_members where group_id = $1', [
    groupId,
  ]);
  return rows.map(({ id }) => id);
}

/** The ids of users of the workspace by their ids at the directory; others are left out. */
export async function findUserIds(
  query: Query,
  workspaceId: number,
  scimIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await query<{ id: number; scim_id: string }>(
    'select id, scim_id from scim_users where workspace_id = $1 and scim_id = any($2::text::uuid[])',
    [workspaceId, textArray(scimIds)],
  );
  return new Map(rows.map(({ id, scim_id }) => [scim_id, id]));
}

/** Adds and removes members, in two statements for any number; returns whose membership has changed. */
export async function changeMembers(
  query: Query,
  groupId: number,
  { replaces, added, removed }: Pick<MemberChange, 'replaces'> & Record<'added' | 'removed', readonly number[]>,
): Promise<number[]> {
  const left = await query<{ id: number }>(
    `delete from scim_group_members where group_id = $1
      and (user_id = any($2::text::int[]) or ($3 and user_id <> all($4::text::int[]))) returning user_id as id`,
    [groupId, numberArray(removed), replaces, numberArray(added)],
  );
  const joined = await query<{ id: number }>(
    `insert into scim_group_members (group_id, user_id) select $1, unnest($2::text::int[])
      on conflict do nothing returning user_id as id`,
    [groupId, numberArray(added)],
  );
  return [...left, ...joined].map(({ id }) => id);
}

/** The roles that members of these users have, and those that their groups give, where they differ; owners are left out. */
export const listRoleChanges = (
  query: Query,
  { workspaceId, userIds, defaultRoleId }: { workspaceId: number; userIds: readonly number[]; defaultRoleId: number },
): Promise<{ accountId: number; roleId: WorkspaceRoleId; previous: WorkspaceRoleId }[]> =>
  query(
    `select m.account_id as "accountId", coalesce(min(g.role_id), $3::smallint) as "roleId", m.role_id as previous
      from scim_users u join workspace_members m on m.workspace_id = u.workspace_id and m.account_id = u.account_id
      left join scim_group_members gm on gm.user_id = u.id left join scim_groups g on g.id = gm.group_id
      where u.workspace_id = $1 and u.id = any($2::text::int[]) and m.role_id <> 1
      group by m.account_id, m.role_id having m.role_id <> coalesce(min(g.role_id), $3::smallint)
      order by m.account_id`,
    [workspaceId, numberArray(userIds), defaultRoleId],
  );

/** The strongest role that the groups of a user give. */
export async function findGroupRole(query: Query, userId: number): Promise<WorkspaceRoleId | null> {
  const [row] = await query<{ role_id: WorkspaceRoleId | null }>(
    `select min(g.role_id) as role_id from scim_group_members gm join scim_groups g on g.id = gm.group_id
      where gm.user_id = $1`,
    [userId],
  );
  return row?.role_id ?? null;
}
