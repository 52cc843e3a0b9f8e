import type { Query } from '../../core/database/database.ts';
import type { ExportedTemplate } from './exported-files.ts';

/** The templates of an instance with their fields. */
export const listTemplatesWithFields = (query: Query, instanceId: number): Promise<ExportedTemplate[]> =>
  query<ExportedTemplate>(
    'select id, label, fields from templates where instance_id = $1 order by id collate "C"',
    [instanceId],
    'game-types-templates',
  );

/** The languages that have files of their own; none unless the project wants that. */
export async function listFileLanguages(query: Query, instanceId: number): Promise<string[]> {
  const [row] = await query<{ languages: string[] }>(
    'select p.languages from instances i join projects p on p.id = i.project_id where i.id = $1 and p.file_per_language',
    [instanceId],
    'game-types-languages',
  );
  return row?.languages ?? [];
}
