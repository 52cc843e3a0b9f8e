import type { Query } from '../../core/database/database.ts';
import { menuHashSql } from '../model/menu-hash.ts';

/** Ids of two instances of a project. */
export interface InstancePair {
  from: number;
  to: number;
}

/**
 * Copies templates, items with their index rows, images and menu; ids, versions and field keys stay the same. Of the history only
 * the current versions are copied, as the first ones: without them the next edit would be compared with nothing. Restorable fields are
 * not copied. The copies count as synced, so that a later edit of one is a conflict of the next sync.
 */
export async function copyContent(query: Query, { from, to }: InstancePair): Promise<void> {
  for (const statement of statements) await query(statement, [from, to]);
}

/** Whether any template of the instance has items. */
export async function hasItems(query: Query, instanceId: number): Promise<boolean> {
  const rows = await query(
    // `offset 0` makes the planner use one index lookup per template: a join would read the items of all instances.
    'select 1 from templates t where t.instance_id = $1 and exists (select 1 from items i where i.template_key = t.key offset 0) limit 1',
    [instanceId],
  );
  return rows.length > 0;
}

const pairs = 'templates f join templates t on f.instance_id = $1 and t.instance_id = $2 and t.id = f.id';

const author = 'r.account_id, r.actor, r.origin';

/** The revisions of the copies, by the authors of the originals. */
const firstRevisions = [
  `insert into template_revisions (instance_id, template_key, template_id, version, action, label, fields, account_id, actor, origin, at)
    select $2, t.key, t.id, t.version, 'create', t.label, t.fields, ${author}, t.updated_at from ${pairs}
      join lateral (select * from template_revisions where instance_id = $1 and template_id = f.id and template_key = f.key order by id desc limit 1) r on true
    where not exists (select 1 from template_revisions e where e.instance_id = $2 and e.template_id = t.id and e.template_key = t.key and e.version = t.version)`,
  `insert into item_revisions (template_key, item_id, version, action, label, "values", template_version, account_id, actor, origin, at)
    select t.key, i.id, i.version, 'create', i.label, i."values", f.version, ${author}, i.updated_at from ${pairs}
      join items i on i.template_key = f.key
      join lateral (select x.account_id, x.actor, x.origin from item_revisions x where x.template_key = f.key and x.item_id = i.id and x.version = i.version order by x.change_set_id nulls last limit 1) r on true
    on conflict do nothing`,
  `insert into menu_revisions (instance_id, menu, account_id, actor, origin, at)
    select $2, r.menu, ${author}, r.at from menu_revisions r where r.instance_id = $1 order by r.id desc limit 1`,
];

const statements = [
  // Fields removed in the target are unrelated to the copied ones.
  `delete from removed_values r using ${pairs} where r.template_key = t.key`,
  `delete from removed_documents r using ${pairs} where r.template_key = t.key`,
  `delete from field_removals r using ${pairs} where r.template_key = t.key`,
  `delete from field_conversions r using ${pairs} where r.template_key = t.key`,
  `insert into templates (instance_id, id, label, version, fields, next_field_key, created_at, updated_at)
    select $2, id, label, version, fields, next_field_key, created_at, updated_at from templates where instance_id = $1 order by key
    on conflict (instance_id, id) do update set label = excluded.label, version = excluded.version, fields = excluded.fields,
      next_field_key = excluded.next_field_key, created_at = excluded.created_at, updated_at = excluded.updated_at`,
  `insert into item_counts (template_key, items) select t.key, c.items from ${pairs} join item_counts c on c.template_key = f.key
    on conflict (template_key) do update set items = excluded.items`,
  `insert into items (template_key, id, label, "values", version, created_at, updated_at, synced_hash, synced_version)
    select t.key, i.id, i.label, i."values", i.version, i.created_at, i.updated_at, i.hash, i.version from ${pairs} join items i on i.template_key = f.key order by t.key, i.id`,
  `insert into item_values (template_key, item_id, field_key, number, text)
    select t.key, v.item_id, v.field_key, v.number, v.text from ${pairs} join item_values v on v.template_key = f.key`,
  `insert into item_links (instance_id, template_key, item_id, field_key, target_id)
    select $2, t.key, l.item_id, l.field_key, l.target_id from ${pairs} join item_links l on l.template_key = f.key`,
  `insert into images (instance_id, path, bytes, created_at)
    select $2, path, bytes, created_at from images where instance_id = $1 on conflict do nothing`,
  `insert into menu_nodes (instance_id, id, parent_id, label, template_id, "order")
    select $2, id, parent_id, label, template_id, "order" from menu_nodes where instance_id = $1
    on conflict (instance_id, id) do update set parent_id = excluded.parent_id, label = excluded.label, template_id = excluded.template_id, "order" = excluded."order"`,
  ...firstRevisions,
  `insert into synced_menus (instance_id, hash) select $2::int, ${menuHashSql('$2::int')} where $1::int is not null
    on conflict (instance_id) do update set hash = excluded.hash, source_hash = null`,
];
