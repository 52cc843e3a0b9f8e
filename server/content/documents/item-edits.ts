import type { ItemEdit } from '@quartermaster/contract/endpoints/items.ts';
import { actorNameSql, type StoredActor, shownName } from '../../core/base/actor.ts';
import type { Query } from '../../core/database/database.ts';
import { numberArray } from '../../core/database/pg-array.ts';
import { countsSql } from '../model/counts-sql.ts';

/** When and by whom each of these items was last edited, by its latest revision; ids without an item are omitted. */
export async function listEdits(
  query: Query,
  { instanceId, templateId, ids }: { instanceId: number; templateId: string; ids: readonly number[] },
): Promise<ItemEdit[]> {
  const rows = await query<{ id: number; at: Date; actor: StoredActor | null; name: string | null }>(
    `select i.id, coalesce(r.at, i.updated_at) as at, r.actor, ${actorNameSql('r', 'a')} as name
      from templates t
      join items i on i.template_key = t.key and i.id = any($3::text::int[])
      left join lateral (
        select r.at, r.actor, r.account_id from item_revisions r
          where r.template_key = i.template_key and r.item_id = i.id and ${countsSql('r')}
          order by r.version desc limit 1) r on true
      left join accounts a on a.id = r.account_id
      where t.instance_id = $1 and t.id = $2 order by i.id`,
    [instanceId, templateId, numberArray(ids)],
    'item-edits',
  );
  return rows.map(({ id, at, actor, name }) => ({
    id,
    at: at.toISOString(),
    by: actor === null ? null : (shownName(actor, name) ?? ''),
  }));
}
