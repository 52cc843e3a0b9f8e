import type { Query } from '../../core/database/database.ts';

/** The languages of a project, the source first. */
export async function readLanguages(query: Query, projectId: number): Promise<string[]> {
  const [row] = await query<{ languages: string[] }>(
    'select languages from projects where id = $1',
    [projectId],
    'project-languages',
  );
  return row?.languages ?? [];
}
