import type { Environment } from '@quartermaster/contract/access.ts';
import type { ProjectMember } from '@quartermaster/contract/endpoints/people/project-members.ts';
import type { Query } from '../../core/database/database.ts';
import type { Page } from '../../core/http/page.ts';

/** In the order of the workspace's members. */
export type ProjectMemberPlace = readonly [roleId: number, accountId: number];

const orderedEnvironments = "array['Dev', 'Stage', 'Prod']";
const isFound = 'strpos(fold(a.name), fold($3)) + strpos(fold(a.email), fold($3)) > 0';

/** Starts from the members with a role in the project, so that a small project is as fast in a large workspace. */
const holders = `
  (select distinct im.account_id from instance_members im join instances i on i.id = im.instance_id
    where i.project_id = $2) h
  join workspace_members m on m.workspace_id = $1 and m.account_id = h.account_id`;

/** The page is limited before the environments of its members are looked up. */
const listOf = (page: string) => `
  select a.id, a.name, a.email, m.role_id,
    array(select i.env from instances i where i.project_id = $2
      and exists (select from instance_members im where im.instance_id = i.id and im.account_id = a.id)
      order by array_position(${orderedEnvironments}, i.env)) as environments
  from (${page}) m join accounts a on a.id = m.account_id
  order by m.role_id, m.account_id`;

const list = listOf(`select m.role_id, m.account_id from ${holders}
  where (m.role_id, m.account_id) > ($3::int, $4::int) order by m.role_id, m.account_id limit $5::int`);

const search = listOf(`select m.role_id, m.account_id from ${holders} join accounts a on a.id = m.account_id
  where ${isFound} and (m.role_id, m.account_id) > ($4::int, $5::int) order by m.role_id, m.account_id limit $6::int`);

interface Place {
  workspaceId: number;
  projectId: number;
}

export async function listProjectMembers(
  query: Query,
  { workspaceId, projectId }: Place,
  { search: text, after, take }: Page<ProjectMemberPlace>,
): Promise<ProjectMember[]> {
  return text === ''
    ? query<ProjectMember>(list, [workspaceId, projectId, ...after, take], 'project-members-list')
    : query<ProjectMember>(search, [workspaceId, projectId, text, ...after, take], 'project-members-search');
}

export async function countProjectMembers(
  query: Query,
  { workspaceId, projectId }: Place,
  text: string,
): Promise<number> {
  const [row] =
    text === ''
      ? await query<{ count: number }>(
          `select count(distinct account_id)::int as count from instance_members
            where instance_id in (select id from instances where project_id = $1)`,
          [projectId],
          'project-members-count',
        )
      : await query<{ count: number }>(
          `select count(*)::int as count from ${holders} join accounts a on a.id = m.account_id where ${isFound}`,
          [workspaceId, projectId, text],
          'project-members-count-search',
        );
  return row?.count ?? 0;
}

/** The instances of a project, Dev first. */
export async function listInstances(query: Query, projectId: number): Promise<{ id: number; env: Environment }[]> {
  return query(
    `select id, env from instances where project_id = $1 order by array_position(${orderedEnvironments}, env)`,
    [projectId],
    'project-instances',
  );
}

/** A role of a member in an instance of the project. */
export interface MemberRole {
  instance_id: number;
  id: number;
  name: string;
  is_admin: boolean;
  permissions: number[];
}

export async function listMemberRoles(
  query: Query,
  { workspaceId, projectId, accountId }: Place & { accountId: number },
): Promise<MemberRole[]> {
  return query<MemberRole>(
    `select im.instance_id, r.id, r.name, r.is_admin, r.permission_ids as permissions
      from instances i join instance_members im on im.instance_id = i.id and im.account_id = $3
      join roles r on r.id = im.role_id and r.workspace_id = $1
      where i.project_id = $2 order by r.is_admin desc, r.name collate "natural"`,
    [workspaceId, projectId, accountId],
    'project-roles-given',
  );
}

/** Those of the roles that exist in the workspace. */
export async function findRoles(
  query: Query,
  workspaceId: number,
  roleIds: readonly number[],
): Promise<Omit<MemberRole, 'instance_id'>[]> {
  return query(
    `select id, name, is_admin, permission_ids as permissions from roles where workspace_id = $1 and id = any($2::int[])`,
    [workspaceId, roleIds],
    'roles-by-ids',
  );
}

/** A role to give or take in an instance. */
export interface Grant {
  instance_id: number;
  role_id: number;
}

const unnested = 'unnest($2::int[], $3::int[]) as g (instance_id, role_id)';
const valuesOf = (accountId: number, grants: readonly Grant[]) => [
  accountId,
  grants.map(({ instance_id }) => instance_id),
  grants.map(({ role_id }) => role_id),
];

export async function insertGrants(query: Query, accountId: number, grants: readonly Grant[]): Promise<void> {
  await query(
    `insert into instance_members (account_id, instance_id, role_id) select $1, g.instance_id, g.role_id from ${unnested}`,
    valuesOf(accountId, grants),
  );
}

export async function deleteGrants(query: Query, accountId: number, grants: readonly Grant[]): Promise<void> {
  await query(
    `delete from instance_members im using ${unnested}
      where im.account_id = $1 and im.instance_id = g.instance_id and im.role_id = g.role_id`,
    valuesOf(accountId, grants),
  );
}
