import { containing } from '../../content/lists/list-sql.ts';
import type { Query } from '../../core/database/database.ts';

export const listTemplateIds = async (query: Query, instanceId: number): Promise<string[]> =>
  (await query<{ id: string }>('select id from templates where instance_id = $1 order by id', [instanceId])).map(
    ({ id }) => id,
  );

/** The next items of a template that may contain a text in any case, as in their documents it is searched for as a part of their JSON. */
export const listCandidates = (
  query: Query,
  templateKey: number,
  text: string,
  { after, limit }: { after: number; limit: number },
) =>
  query<{ id: number; bytes: number }>(
    `select id, bytes from items
      where template_key = $1 and id > $4 and (fold(label) like $2 or fold("values"::text) like $3) order by id limit $5`,
    [templateKey, containing(text), containing(JSON.stringify(text).slice(1, -1)), after, limit],
  );
