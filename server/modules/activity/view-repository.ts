import { type Environment, permissions } from '@quartermaster/contract/access.ts';
import type { Query } from '../../core/database/database.ts';
import { hasPendingEventsSql } from '../../core/events/event-repository.ts';
import { consumerName } from './consume-service.ts';

interface InstanceRow {
  id: number;
  env: Environment;
  /** Whether one of the account's roles there has READ. */
  is_granted: boolean;
  /** Whether events wait to be added to the activity. */
  is_behind: boolean;
}

/** The instances of a project, with what an account may read there by its roles. */
export const listReadable = (
  query: Query,
  { workspaceId, projectId, accountId }: { workspaceId: number; projectId: number; accountId: number },
): Promise<InstanceRow[]> =>
  query<InstanceRow>(
    `select i.id, i.env,
        exists (
          select 1 from instance_members m join roles r on r.id = m.role_id and r.workspace_id = $1
          where m.instance_id = i.id and m.account_id = $3 and (r.is_admin or ${permissions.READ.id} = any(r.permission_ids))
        ) as is_granted,
        ${hasPendingEventsSql(consumerName)} as is_behind
      from instances i where i.project_id = $2 order by i.id`,
    [workspaceId, projectId, accountId],
    'activity-instances',
  );
