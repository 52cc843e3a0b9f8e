import { and, eq } from 'drizzle-orm';
import type { Db } from '../../core/database/database.ts';
import { instances, projects, workspaceMembers } from '../../core/tables/all.ts';

export async function isInWorkspaceOf(
  db: Db,
  { instanceId, accountId }: { instanceId: number; accountId: number },
): Promise<boolean> {
  const rows = await db
    .select({ id: instances.id })
    .from(instances)
    .innerJoin(projects, and(eq(projects.id, instances.projectId), eq(projects.status, 'Active')))
    .innerJoin(
      workspaceMembers,
      and(eq(workspaceMembers.workspaceId, projects.workspaceId), eq(workspaceMembers.accountId, accountId)),
    )
    .where(eq(instances.id, instanceId));
  return rows.length > 0;
}
