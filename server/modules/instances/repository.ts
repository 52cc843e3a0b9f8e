import type { Query } from '../../core/database/database.ts';

export async function isInWorkspaceOf(
  query: Query,
  { instanceId, accountId }: { instanceId: number; accountId: number },
): Promise<boolean> {
  const rows = await query(
    `select 1 from instances i
      join projects p on p.id = i.project_id and p.status = 'Active'
      join workspace_members m on m.workspace_id = p.workspace_id and m.account_id = $2
      where i.id = $1`,
    [instanceId, accountId],
  );
  return rows.length > 0;
}
