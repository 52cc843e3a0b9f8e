import type { Query } from '../../../core/database/database.ts';
import { numberArray } from '../../../core/database/pg-array.ts';

/** SQL: the items of a change set whose index rows are copied; `$2` are the keys of their templates in the target. */
const copiedSql = `change_set_items s where s.change_set_id = $1 and s.template_key = any($2::text::int[]) and s.change = 'added' and s.version is not null`;

/** An item by its template's key in the target. */
interface Copied {
  template_key: number;
  item_id: number;
}

/**
 * Copies the source's index rows of added items whose template is the same there: their content is the same, too.
 * Returns the items that the source has changed since they were read, of which nothing is copied: in one statement, as
 * the source may change between two.
 */
export const copyIndexRows = (
  query: Query,
  changeSetId: number,
  { targetId, templateKeys }: { targetId: number; templateKeys: readonly number[] },
): Promise<Copied[]> =>
  query<Copied>(
    `with compared as materialized (
        select s.template_key, s.item_id, s.source_key, a.hash is not distinct from s.source_hash as fits
        from (select * from ${copiedSql}) s left join items a on a.template_key = s.source_key and a.id = s.item_id
      ),
      copied_values as (
        insert into item_values (template_key, item_id, field_key, number, text)
        select s.template_key, v.item_id, v.field_key, v.number, v.text
        from compared s join item_values v on v.template_key = s.source_key and v.item_id = s.item_id
        where s.fits
      ),
      copied_links as (
        insert into item_links (instance_id, template_key, item_id, field_key, target_id)
        select $3, s.template_key, l.item_id, l.field_key, l.target_id
        from compared s join item_links l on l.template_key = s.source_key and l.item_id = s.item_id
        where s.fits
      )
      select template_key, item_id from compared where not fits`,
    [changeSetId, numberArray(templateKeys), targetId],
  );

const replaced = 'r.number is null and r.text is null and r.target_id is null';

/**
 * Deletes the index rows that are replaced. `own` are rows written by this transaction: they are kept if the new rows
 * are written first, and deleted if the template's change has just restored them.
 */
export async function deleteIndexRows(
  query: Query,
  changeSetId: number,
  { templateKeys, existing }: { templateKeys: readonly number[]; existing: 'keep' | 'delete' },
): Promise<void> {
  const written = existing === 'keep' ? 'and v.xmin <> pg_current_xact_id()::xid' : '';
  const among = existing === 'keep' ? '<> all' : '= any';
  for (const table of ['item_values', 'item_links'])
    await query(
      `delete from ${table} v using change_set_index r
        where r.change_set_id = $1 and ${replaced} and r.template_key ${among} ($2::text::int[])
          and v.template_key = r.template_key and v.item_id = r.item_id and v.field_key = r.field_key ${written}`,
      [changeSetId, numberArray(templateKeys)],
    );
}

/** The index tables, with a condition on prepared rows that replace some of theirs: a field has rows in one of them. */
const replacedIn = [
  ['item_values', 'r.target_id is null'],
  ['item_links', 'r.number is null and r.text is null'],
];

/** Deletes the index rows that those of a local change set replace, which this transaction has inserted before. */
export async function deleteFormerRows(query: Query, changeSetId: number): Promise<void> {
  for (const [table, mayReplace] of replacedIn)
    await query(
      `delete from ${table} v using change_set_index r
        where r.change_set_id = $1 and ${mayReplace}
          and v.template_key = r.template_key and v.item_id = r.item_id and v.field_key = r.field_key
          and v.xmin <> pg_current_xact_id()::xid`,
      [changeSetId],
    );
}

/** Inserts the prepared index rows into the tables that lists read. */
export async function insertIndexRows(query: Query, changeSetId: number, targetId: number): Promise<void> {
  await query(
    `insert into item_values (template_key, item_id, field_key, number, text)
      select template_key, item_id, field_key, number, text from change_set_index where change_set_id = $1 and (number is not null or text is not null)`,
    [changeSetId],
  );
  await query(
    `insert into item_links (instance_id, template_key, item_id, field_key, target_id)
      select $2, template_key, item_id, field_key, target_id from change_set_index where change_set_id = $1 and target_id is not null`,
    [changeSetId, targetId],
  );
}

/**
 * Locks the targets of prepared links against deletion until the end of the transaction; returns whether all of them
 * exist, or are added by the same change set.
 */
export async function lockLinkTargets(query: Query, changeSetId: number): Promise<boolean> {
  const [row] = await query<{ fits: boolean }>(
    `with linked as materialized (
        select distinct target_key, target_id from change_set_index where change_set_id = $1 and target_id is not null
      ),
      held as materialized (
        select i.template_key, i.id from items i join linked l on i.template_key = l.target_key and i.id = l.target_id
        for key share of i
      )
      select not exists (
        select 1 from linked l
        where not exists (select 1 from held h where h.template_key = l.target_key and h.id = l.target_id)
          and not exists (
            select 1 from change_set_items s where s.change_set_id = $1 and s.template_key = l.target_key and s.item_id = l.target_id and s.change = 'added'
          )
      ) as fits`,
    [changeSetId],
  );
  return row?.fits ?? false;
}

/** True if no link of the target that the change set has touched points to a missing item. */
export async function areLinksWhole(
  query: Query,
  changeSetId: number,
  { targetId, copiedKeys }: { targetId: number; copiedKeys: readonly number[] },
): Promise<boolean> {
  const [row] = await query<{ fits: boolean }>(
    `with linking as materialized (
        select t.key as template_key, (f->>'key')::int as field_key, l.key as target_key
        from templates t, jsonb_array_elements(t.fields) f, templates l
        where t.key = any($2::text::int[]) and l.instance_id = $3 and l.id = f->'settings'->>'templateId'
      ),
      mixed as materialized (
        select t.key as template_key, (f->>'key')::int as field_key, array_agg(l.key) as target_keys
        from templates t, jsonb_array_elements(t.fields) f, templates l
        where t.key = any($2::text::int[]) and l.instance_id = $3 and f->'settings'->'templateIds' ? l.id
        group by 1, 2
      )
      select not exists (
        select 1 from change_set_index r left join items i on i.template_key = r.target_key and i.id = r.target_id
        where r.change_set_id = $1 and r.target_id is not null and i.id is null
      ) and not exists (
        select 1 from (select * from ${copiedSql}) s
        join item_links l on l.template_key = s.template_key and l.item_id = s.item_id
        left join linking f on f.template_key = l.template_key and f.field_key = l.field_key
        left join items i on i.template_key = f.target_key and i.id = l.target_id
        where i.id is null and not exists (
          select 1 from mixed m join items k on k.template_key = any(m.target_keys) and k.id = l.target_id
          where m.template_key = l.template_key and m.field_key = l.field_key
          offset 0
        )
      ) and not exists (
        select 1 from change_set_items s join item_links l on l.instance_id = $3 and l.target_id = s.item_id
        where s.change_set_id = $1 and s.change = 'removed' and s.version is not null
          and not exists (select 1 from template_changes c where c.template_key = l.template_key
            and c.removed @> jsonb_build_array(jsonb_build_object('field', jsonb_build_object('key', l.field_key))))
      ) as fits`,
    [changeSetId, numberArray(copiedKeys), targetId],
  );
  return row?.fits ?? false;
}
