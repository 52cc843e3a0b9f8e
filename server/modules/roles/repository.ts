import { allPermissionIds, type Environment } from '@quartermaster/contract/access.ts';
import type { Role, RoleDetail } from '@quartermaster/contract/endpoints/people/roles.ts';
import type { Query } from '../../core/database/database.ts';
import type { Page } from '../../core/http/page.ts';

/** The built-in role comes first, the others by name. */
export type RolePlace = readonly [rank: number, name: string, id: number];

interface ListRow extends Role {
  rank: number;
  sort_name: string;
}

const sortKey = `(case when r.is_admin then 0 else 1 end, r.name collate "natural", r.id)`;
const isFound = `($2 = '' or strpos(fold(r.name), fold($2)) > 0)`;

/** The page is limited before members with the role are counted. */
const list = `
  select r.*, (select count(distinct account_id)::int from instance_members where role_id = r.id) as holders
  from (select r.id, r.name, r.is_admin, r.permission_ids as permissions,
      case when r.is_admin then 0 else 1 end as rank, r.name collate "natural" as sort_name
    from roles r where r.workspace_id = $1 and ${isFound} and ${sortKey} > ($3::int, $4::text, $5::int)
    order by rank, sort_name, r.id limit $6::int) r
  order by rank, sort_name, r.id`;

export async function listRoles(
  query: Query,
  workspaceId: number,
  { search, after, take }: Page<RolePlace>,
): Promise<(Role & { position: RolePlace })[]> {
  const rows = await query<ListRow>(list, [workspaceId, search, ...after, take], 'roles-list');
  return rows.map(({ rank, sort_name, ...row }) => ({ ...roleOf(row), position: [rank, sort_name, row.id] as const }));
}

export async function countRoles(query: Query, workspaceId: number, search = ''): Promise<number> {
  const [row] = await query<{ count: number }>(
    `select count(*)::int as count from roles r where r.workspace_id = $1 and ${isFound}`,
    [workspaceId, search],
    'roles-count',
  );
  return row?.count ?? 0;
}

export async function findRole(query: Query, workspaceId: number, roleId: number): Promise<Role | undefined> {
  const [row] = await query<Role>(
    `select id, name, is_admin, permission_ids as permissions,
        (select count(distinct account_id)::int from instance_members where role_id = roles.id) as holders
      from roles where workspace_id = $1 and id = $2`,
    [workspaceId, roleId],
    'role-find',
  );
  return row && roleOf(row);
}

/** The built-in role has all permissions, including those added after its creation. */
const roleOf = (row: Role): Role => ({ ...row, permissions: row.is_admin ? allPermissionIds : row.permissions });

/** The number of members with a role, by instance; omitted instances have none. */
export async function listHolderCounts(query: Query, roleId: number): Promise<RoleDetail['instances']> {
  return query(
    `select i.id as instance_id, i.env, p.id as project_id, p.name as project_name, h.holders
      from (select instance_id, count(*)::int as holders from instance_members where role_id = $1 group by instance_id) h
      join instances i on i.id = h.instance_id join projects p on p.id = i.project_id
      order by p.id, i.id`,
    [roleId],
    'role-holder-counts',
  );
}

export async function isNameTaken(
  query: Query,
  { workspaceId, name, exceptId }: { workspaceId: number; name: string; exceptId: number | undefined },
): Promise<boolean> {
  const rows = await query(
    'select 1 from roles where workspace_id = $1 and lower(compared_text(name)) = lower(compared_text($2)) and id is distinct from $3::int',
    [workspaceId, name, exceptId ?? null],
    'role-name-taken',
  );
  return rows.length > 0;
}

export async function updateRole(
  query: Query,
  { roleId, name, permissions }: { roleId: number; name: string; permissions: readonly number[] },
): Promise<void> {
  await query('update roles set name = $2, permission_ids = $3::smallint[] where id = $1', [roleId, name, permissions]);
}

/** A member with a role in an instance, and whether they also have another one there. */
export interface Holding {
  account_id: number;
  project_id: number;
  instance_id: number;
  env: Environment;
  project_name: string;
  has_other: boolean;
}

export async function listHoldings(query: Query, roleId: number, otherId: number | undefined): Promise<Holding[]> {
  return query<Holding>(
    `select h.account_id, p.id as project_id, h.instance_id, i.env, p.name as project_name, o.role_id is not null as has_other
      from instance_members h
      join instances i on i.id = h.instance_id join projects p on p.id = i.project_id
      left join instance_members o on o.instance_id = h.instance_id and o.account_id = h.account_id and o.role_id = $2::int
      where h.role_id = $1 order by h.account_id, p.id, i.id`,
    [roleId, otherId ?? null],
    'role-holdings',
  );
}

/** Gives a role to all members with another one, in the same instances. */
export async function giveToHolders(query: Query, roleId: number, replacementId: number): Promise<void> {
  await query(
    `insert into instance_members (instance_id, account_id, role_id)
      select instance_id, account_id, $2 from instance_members where role_id = $1 on conflict do nothing`,
    [roleId, replacementId],
  );
}

/** Deletes a role, and takes it from its members. */
export async function deleteRole(query: Query, roleId: number): Promise<void> {
  await query('delete from roles where id = $1', [roleId]);
}
