import type { Query } from '../../core/database/database.ts';
import type { StoredField } from '../../core/tables/content.ts';

/** The fields of these templates by id, without deleted ones; undefined if they are larger than that many bytes. */
export async function listFields(
  query: Query,
  instanceId: number,
  { ids, bytes }: { ids: readonly string[]; bytes: number },
): Promise<ReadonlyMap<string, readonly StoredField[]> | undefined> {
  const rows = await query<{ id: string; fields: StoredField[] | null }>(
    `select id, case when sum(octet_length(fields::text)) over () <= $3 then fields end as fields
      from templates where instance_id = $1 and id = any(array(select jsonb_array_elements_text($2::jsonb)))`,
    [instanceId, JSON.stringify(ids), bytes],
  );
  const known = new Map<string, readonly StoredField[]>();
  for (const { id, fields } of rows) {
    if (!fields) return undefined;
    known.set(id, fields);
  }
  return known;
}

/** How many versions of a template are read: an export takes minutes. */
const mostVersions = 20;

/** The fields of the last versions of a template, newest first, also of a deleted one. */
export async function listEarlierFields(query: Query, instanceId: number, id: string): Promise<StoredField[][]> {
  const rows = await query<{ fields: StoredField[] }>(
    'select fields from template_revisions where instance_id = $1 and template_id = $2 order by id desc limit $3',
    [instanceId, id, mostVersions],
  );
  return rows.map(({ fields }) => fields);
}
