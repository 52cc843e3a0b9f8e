import type { ItemEdit } from '@quartermaster/contract/endpoints/items.ts';
import { actorNameSql, type StoredActor, shownName } from '../../core/base/actor.ts';
import type { Query } from '../../core/database/database.ts';
import { numberArray, textArray } from '../../core/database/pg-array.ts';
import { countsSql } from '../model/counts-sql.ts';

/** When and by whom each of these items of an instance was last edited, by its latest revision; those that do not exist are omitted. */
export async function listEdits(
  query: Query,
  instanceId: number,
  items: readonly { template_id: string; id: number }[],
): Promise<ItemEdit[]> {
  if (items.length === 0) return [];
  const rows = await query<{ id: number; at: Date; actor: StoredActor | null; name: string | null }>(
    `select i.id, coalesce(r.at, i.updated_at) as at, r.actor, ${actorNameSql('r', 'a')} as name
      from unnest($2::text::text[], $3::text::int[]) x (template_id, item_id)
      join templates t on t.instance_id = $1 and t.id = x.template_id
      cross join lateral (
        select template_key, id, updated_at from items where template_key = t.key and id = x.item_id
        -- One look-up for each item, whatever the planner expects.
        offset 0
      ) i
      left join lateral (
        select r.at, r.actor, r.account_id from item_revisions r
          where r.template_key = i.template_key and r.item_id = i.id and ${countsSql('r')}
          order by r.version desc limit 1) r on true
      left join accounts a on a.id = r.account_id
      order by i.id`,
    [instanceId, textArray(items.map((item) => item.template_id)), numberArray(items.map(({ id }) => id))],
    'item-edits',
  );
  return rows.map(({ id, at, actor, name }) => ({
    id,
    at: at.toISOString(),
    by: actor === null ? null : (shownName(actor, name) ?? ''),
  }));
}
