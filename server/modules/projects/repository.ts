import type { Query } from '../../core/database/database.ts';
import { textArray } from '../../core/database/pg-array.ts';
import { endProgress } from '../../core/jobs/progress.ts';

/** The number of projects in the workspace, including those being deleted, because they can be restored. */
export async function countProjects(query: Query, workspaceId: number): Promise<number> {
  const [row] = await query<{ count: number }>(
    'select count(*)::int as count from projects where workspace_id = $1',
    [workspaceId],
    'projects-count',
  );
  return row?.count ?? 0;
}

export async function findProjectName(query: Query, projectId: number): Promise<string | undefined> {
  const [row] = await query<{ name: string }>('select name from projects where id = $1', [projectId], 'project-name');
  return row?.name;
}

export async function renameProject(query: Query, projectId: number, name: string): Promise<void> {
  await query('update projects set name = $2 where id = $1', [projectId, name]);
}

interface NewLanguages {
  projectId: number;
  languages: readonly string[] | undefined;
  /** Stays as it is if omitted. */
  filePerLanguage: boolean | undefined;
}

export async function writeLanguages(
  query: Query,
  { projectId, languages, filePerLanguage }: NewLanguages,
): Promise<void> {
  await query(
    `update projects set languages = coalesce($2::text[], languages), file_per_language = coalesce($3::boolean, file_per_language)
      where id = $1`,
    [projectId, languages ? textArray(languages) : null, filePerLanguage ?? null],
  );
}

/** Hides the project; returns its name, or undefined if it was already hidden. */
export async function hideProject(query: Query, projectId: number, deleteAfter: Date): Promise<string | undefined> {
  const [row] = await query<{ name: string }>(
    `update projects set status = 'DeleteInProgress', delete_after = $2 where id = $1 and status = 'Active' returning name`,
    [projectId, deleteAfter],
  );
  return row?.name;
}

/** Shows the project again, unless its time is over or its removal has started; returns its name if it did. */
export async function showProject(query: Query, projectId: number, now: Date): Promise<string | undefined> {
  const [row] = await query<{ name: string }>(
    `update projects set status = 'Active', delete_after = null
      where id = $1 and status = 'DeleteInProgress' and removal_started_at is null and delete_after > $2 returning name`,
    [projectId, now],
  );
  return row?.name;
}

/** Stops the project's running exports, as it is hidden. */
export async function stopExports(query: Query, projectId: number, at: Date): Promise<void> {
  const error = 'The export has stopped, as the project is being deleted.';
  const stopped = await query<{ id: number }>(
    `update reports set error = $2
      where instance_id in (select id from instances where project_id = $1) and completed_at is null and error is null returning id`,
    [projectId, error],
  );
  for (const { id } of stopped) await endProgress(query, { kind: 'export', id }, { state: 'failed', error, at });
}
