import { contentLimits } from '@quartermaster/contract/content/content-limits.ts';
import { menuRoot } from '@quartermaster/contract/endpoints/menu.ts';
import type { Unit } from '../../core/app/unit.ts';
import { toColumns } from '../../core/base/actor.ts';
import type { Query } from '../../core/database/database.ts';
import type { StoredTemplateState } from '../../core/tables/change-sets.ts';
import { type Editor, storeRevision } from './save/store-revision.ts';
import * as repository from './template-repository.ts';

/** Where a restored template comes back: the change set, and its state. */
interface Restoring {
  key: number;
  id: string;
  after: StoredTemplateState;
  at: Date;
  changeSetId: number;
}

/**
 * Stores a template that is about to be deleted in the trash, with its removed fields, its conversions and its links in the
 * menu. Its items are found by the moment of their revisions; their number is stored.
 */
export async function trashTemplate(
  query: Query,
  { instanceId, ...author }: Editor,
  { key, version, at }: { key: number; version: number; at: Date },
): Promise<void> {
  const { accountId, actor, origin } = toColumns(author);
  await query(
    `insert into trash (instance_id, template_key, template_id, label, version, items, rest, account_id, actor, origin, deleted_at)
      select t.instance_id, t.key, t.id, t.label, $3, coalesce((select c.items from item_counts c where c.template_key = t.key), 0),
        jsonb_build_object(
          'fields', t.fields, 'nextFieldKey', t.next_field_key, 'createdAt', t.created_at,
          'removals', coalesce((select jsonb_agg(to_jsonb(r)) from field_removals r where r.template_key = t.key), '[]'),
          'conversions', coalesce((select jsonb_agg(to_jsonb(c)) from field_conversions c where c.template_key = t.key), '[]'),
          'menu', coalesce((select jsonb_agg(to_jsonb(m)) from menu_nodes m where m.instance_id = t.instance_id and m.template_id = t.id), '[]')
        ), $4, $5, $6, $7::timestamptz
      from templates t where t.instance_id = $1 and t.key = $2`,
    [instanceId, key, version, accountId, actor, origin, at.toISOString()],
  );
}

/**
 * Creates a template of the trash again, without its items; returns false if there is another one with its id. The trash
 * still has it, until {@link untrashTemplate}.
 */
export async function recreateTemplate(
  { query, emit }: Pick<Unit, 'query' | 'emit'>,
  editor: Editor,
  { key, id, after, at, changeSetId }: Restoring,
): Promise<boolean> {
  const { instanceId } = editor;
  const [row] = await query<{ created_at: string }>(
    `select rest->>'createdAt' as created_at from trash where template_key = $1 and item_id is null for update`,
    [key],
  );
  if (!row || (await repository.hasTemplate(query, instanceId, id))) return false;
  const createdAt = new Date(row.created_at);
  const template = { ...after, key, id, instanceId, createdAt, updatedAt: at };
  if ((await repository.insertTemplate(query, template)) === undefined) return false;
  await query(
    `insert into field_removals (template_key, field_id, field, groups, value_keys, items, template_version, removed_at)
      select r.template_key, r.field_id, r.field, r.groups, r.value_keys, r.items, r.template_version, r.removed_at
      from trash x, jsonb_populate_recordset(null::field_removals, x.rest->'removals') r
      where x.template_key = $1 and x.item_id is null`,
    [key],
  );
  await query(
    `insert into field_conversions (template_key, field_id, template_version, before, after, converted_at)
      select c.template_key, c.field_id, c.template_version, c.before, c.after, c.converted_at
      from trash x, jsonb_populate_recordset(null::field_conversions, x.rest->'conversions') c
      where x.template_key = $1 and x.item_id is null`,
    [key],
  );
  await restoreMenuLinks(query, { instanceId, key });
  await storeRevision({ query, emit }, editor, { ...after, key, id }, 'create', at, changeSetId);
  return true;
}

/**
 * Puts the links of a template where they were, or at the end of the menu if their folder is gone: as many as there is room
 * for, but one at least, like a new template. As with that, the history of the menu has no version of its own for it.
 */
const restoreMenuLinks = (query: Query, { instanceId, key }: { instanceId: number; key: number }) =>
  query(
    `insert into menu_nodes (instance_id, id, parent_id, label, template_id, "order")
      select $1, case when exists (select 1 from menu_nodes o where o.instance_id = $1 and o.id = n.id) then gen_random_uuid()::text else n.id end,
        case when n.stays then n.parent_id else $3 end, n.label, n.template_id,
        case when n.stays then n."order" else n.place + coalesce((select max(o."order") from menu_nodes o where o.instance_id = $1 and o.parent_id = $3), -1) end
      from (
        select m.*, row_number() over (order by m."order", m.id)::int as place,
          m.parent_id = $3 or exists (select 1 from menu_nodes f where f.instance_id = $1 and f.id = m.parent_id and f.template_id = '') as stays
        from trash x, jsonb_populate_recordset(null::menu_nodes, x.rest->'menu') m
        where x.template_key = $2 and x.item_id is null
      ) n
      order by n.place
      limit greatest(1, $4::int - (select count(*)::int from menu_nodes where instance_id = $1))`,
    [instanceId, key, menuRoot, contentLimits.menuNodes],
  );

/** SQL: the revisions that store the deletion of the items of a template `x` of the trash, and not of those deleted before. */
export const deletedWithSql = `
  item_revisions r
  where r.template_key = x.template_key and r.at = x.deleted_at and r.change_set_id is null and r.action = 'delete'
    and not exists (select 1 from trash o where o.template_key = x.template_key and o.item_id = r.item_id)`;

/**
 * Deletes a restored template from the trash. Those of its items that were left out get entries of their own, as deleted
 * with it.
 */
export async function untrashTemplate(query: Query, key: number): Promise<void> {
  await query(
    `insert into trash (instance_id, template_key, template_id, item_id, label, version, rest, account_id, actor, origin, change_set_id, deleted_at)
      select x.instance_id, x.template_key, x.template_id, r.item_id, r.label, r.version,
        jsonb_build_object('templateVersion', x.version - 1, 'syncedHash', null, 'syncedVersion', null),
        x.account_id, x.actor, x.origin, x.change_set_id, x.deleted_at
      from trash x cross join lateral (select r.item_id, r.label, r.version from ${deletedWithSql}) r
      where x.template_key = $1 and x.item_id is null
        and not exists (select 1 from items i where i.template_key = x.template_key and i.id = r.item_id)`,
    [key],
  );
  await query('delete from trash where template_key = $1 and item_id is null', [key]);
}
