import type { Environment } from '@quartermaster/contract/access.ts';
import type { Query } from '../../core/database/database.ts';

interface Granted {
  id: number;
  is_admin: boolean;
  permission_ids: number[];
}

/** The combined permissions of an account's roles in each of some instances of a workspace. */
export async function listGranted(
  query: Query,
  { workspaceId, accountId, instanceIds }: { workspaceId: number; accountId: number; instanceIds: readonly number[] },
): Promise<Granted[]> {
  return query<Granted>(
    `select i.id, coalesce(bool_or(r.is_admin), false) as is_admin,
        coalesce(array_agg(distinct p.id) filter (where p.id is not null), '{}')::int[] as permission_ids
      from instances i join projects pr on pr.id = i.project_id and pr.workspace_id = $1
      left join instance_members im on im.instance_id = i.id and im.account_id = $2
      left join roles r on r.id = im.role_id and r.workspace_id = $1
      left join lateral unnest(r.permission_ids) p (id) on true
      where i.id = any($3::int[]) group by i.id`,
    [workspaceId, accountId, instanceIds],
    'grants-of-account',
  );
}

/** A role of a member in an instance. */
export interface HeldRole {
  project_id: number;
  instance_id: number;
  env: Environment;
  project_name: string;
  role_id: number;
  role_name: string;
}

/** Takes all roles in all projects of the workspace from an account, and returns them. */
export async function deleteGrants(
  query: Query,
  { workspaceId, accountId }: { workspaceId: number; accountId: number },
): Promise<HeldRole[]> {
  return query<HeldRole>(
    `with gone as (
        delete from instance_members where account_id = $2
          and instance_id in (select i.id from instances i join projects p on p.id = i.project_id where p.workspace_id = $1)
        returning instance_id, role_id)
      select p.id as project_id, g.instance_id, i.env, p.name as project_name, g.role_id, r.name as role_name
      from gone g join instances i on i.id = g.instance_id join projects p on p.id = i.project_id join roles r on r.id = g.role_id
      order by p.id, i.id, r.name`,
    [workspaceId, accountId],
    'grants-delete',
  );
}
