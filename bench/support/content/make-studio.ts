import { allPermissionIds } from '@quartermaster/contract/access.ts';
import { withClient } from './prepare.ts';

/** A workspace with members who have roles in its only project. */
export interface Studio {
  workspaceId: number;
  projectId: number;
  instanceId: number;
  /** A member with exactly three roles in the instance. */
  memberId: number;
}

/**
 * Creates a Teams workspace owned by the measuring account, with this number of members, each with a role or
 * two in Dev of its project, and this number of roles.
 */
export async function makeStudio(url: string, { members, roles }: { members: number; roles: number }): Promise<Studio> {
  return withClient(url, async (client) => {
    const name = `Studio of ${members}`;
    const { rows } = await client.query<Omit<Studio, 'memberId'>>(
      `with workspace as (insert into workspaces (name) values ($1) returning id),
       plan as (insert into subscriptions (workspace_id, plan, status, members) select id, 'teams', 'active', $2 from workspace),
       owner as (insert into workspace_members (workspace_id, account_id, role_id) select id, 1, 1 from workspace),
       project as (insert into projects (workspace_id, name) select id, $1 from workspace returning id, workspace_id)
       insert into instances (project_id, env) select id, 'Dev' from project
       returning (select id from workspace) as "workspaceId", project_id as "projectId", id as "instanceId"`,
      [name, members],
    );
    const [place] = rows;
    if (!place) throw new Error('No workspace was made.');
    const { workspaceId, instanceId } = place;
    await client.query(
      `insert into roles (workspace_id, name, is_admin, permission_ids)
       select $1::int, case at when 0 then 'Admin' else 'Role ' || at end, at = 0,
         case at when 0 then $3::smallint[] else array[1, 1 + at % 7]::smallint[] end from generate_series(0, $2::int - 1) as at`,
      [workspaceId, roles, allPermissionIds],
    );
    // The measuring account is one of them.
    await client.query(
      `with people as (
         insert into accounts (name, email, password_hash)
         select 'Person ' || at, 'person' || at || '.' || $1::int || '@bench.test', 'none' from generate_series(1, $2::int - 1) as at returning id
       )
       insert into workspace_members (workspace_id, account_id, role_id) select $1::int, id, 3 from people`,
      [workspaceId, members],
    );
    await client.query(
      `insert into instance_members (instance_id, account_id, role_id)
       select $2::int, m.account_id, r.id from workspace_members m
       join (select id, row_number() over (order by id) - 1 as at, count(*) over () as of from roles where workspace_id = $1::int) r
         on r.at in (m.account_id % r.of, (m.account_id + 1) % r.of)
       where m.workspace_id = $1::int`,
      [workspaceId, instanceId],
    );
    const { rows: found } = await client.query<{ memberId: number }>(
      `with member as (select max(account_id) as id from workspace_members where workspace_id = $1),
       gone as (delete from instance_members where instance_id = $2 and account_id = (select id from member) returning 1)
       select id as "memberId" from member`,
      [workspaceId, instanceId],
    );
    const memberId = found[0]?.memberId ?? 0;
    await client.query(
      `insert into instance_members (instance_id, account_id, role_id)
       select $2::int, $3::int, id from roles where workspace_id = $1::int and not is_admin order by id limit 3`,
      [workspaceId, instanceId, memberId],
    );
    await client.query('vacuum analyze');
    return { ...place, memberId };
  });
}
