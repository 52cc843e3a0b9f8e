import type { Database } from '../../server/core/database/database.ts';

/**
 * Inserts items of a template with the fields `price` and `parent`, each of which links to the next one and the last one to the
 * first, with everything that saves by hand would have stored.
 */
export async function fillLinked(
  { query }: Pick<Database, 'query'>,
  {
    instanceId,
    templateId,
    count,
    firstId,
  }: { instanceId: number; templateId: string; count: number; firstId: number },
): Promise<void> {
  const [template] = await query<{ key: number; price: number; parent: number }>(
    `select t.key, max((f->>'key')::int) filter (where f->>'id' = 'price') as price, max((f->>'key')::int) filter (where f->>'id' = 'parent') as parent
      from templates t, jsonb_array_elements(t.fields) f where t.instance_id = $1 and t.id = $2 group by t.key`,
    [instanceId, templateId],
  );
  const { key, price, parent } = template ?? { key: 0, price: 0, parent: 0 };
  await query(
    `with items_ as (
        insert into items (template_key, id, label, "values", version, created_at, updated_at)
        select $1, $2 + n, 'Item ' || ($2 + n), jsonb_build_object('price', n % 1000, 'parent', $2 + (n + 1) % $3), 1, now(), now()
        from generate_series(0, $3::int - 1) n
        returning template_key, id, label, "values"
      ),
      kept as (
        insert into item_revisions (template_key, item_id, version, action, label, "values", account_id, at)
        select template_key, id, 1, 'create', label, "values", (select min(id) from accounts), now() from items_
      ),
      indexed as (
        insert into item_values (template_key, item_id, field_key, number)
        select template_key, id, $4::int, ("values"->>'price')::int from items_
      ),
      linked as (
        insert into item_links (instance_id, template_key, item_id, field_key, target_id)
        select $6::int, template_key, id, $5::int, ("values"->>'parent')::int from items_
      )
      update item_counts set items = $3 where template_key = $1`,
    [key, firstId, count, price, parent, instanceId],
  );
  await query(
    'update projects p set next_item_id = greatest(next_item_id, $2) from instances i where i.id = $1 and p.id = i.project_id',
    [instanceId, firstId + count],
  );
}
