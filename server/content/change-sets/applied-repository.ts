import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { ChangeKind, Decision } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { Query } from '../../core/database/database.ts';
import { numberArray } from '../../core/database/pg-array.ts';
import type { StoredTemplateState } from '../../core/tables/change-sets.ts';
import { revisionValuesSql } from '../model/revision-values.ts';

/** An item that a change set has written, with its current state in the target; null if it does not exist there. */
export interface WrittenItem {
  template_key: number;
  item_id: number;
  label: string;
  change: ChangeKind;
  version: number;
  now_version: number | null;
  now_hash: string | null;
  /** True if it has the content that the change set wrote, even in a later version. */
  is_as_written: boolean;
}

/** Items whose states are read at a time. */
const itemsOfPage = 2000;

/**
 * SQL: the templates of the change set `$1` that were not saved since: a save removes and restores values without a new
 * version of the item. If the change set has changed the template itself, its version is compared: clocks of servers may
 * differ.
 */
const unchangedTemplatesSql = `
  select x.template_key from change_set_templates x join change_sets y on y.id = x.change_set_id join templates t on t.key = x.template_key
    where x.change_set_id = $1 and case when x.change is null then t.updated_at <= y.created_at - interval '1 minute'
      else t.version = (x.after->>'version')::int end`;

/** The items that a change set has written, with their current states, page by page. */
export async function* readWrittenItems(query: Query, changeSetId: number): AsyncGenerator<WrittenItem[]> {
  for (let after = [0, 0]; ; ) {
    const page = await query<WrittenItem>(
      `with unchanged as materialized (${unchangedTemplatesSql})
        select s.template_key, s.item_id, s.label, s.change, s.version, i.version as now_version, i.hash::text as now_hash,
          coalesce(i.version = s.version and s.template_key in (select template_key from unchanged) or i.hash = (
            select md5(r.label || chr(31) || (${revisionValuesSql('r')})::text)::uuid from item_revisions r
              where r.template_key = s.template_key and r.item_id = s.item_id and r.version = s.version and r.change_set_id = s.change_set_id
          ), false) as is_as_written
        from change_set_items s left join items i on i.template_key = s.template_key and i.id = s.item_id
        where s.change_set_id = $1 and s.version is not null and (s.template_key, s.item_id) > ($2, $3)
        order by s.template_key, s.item_id limit ${itemsOfPage}`,
      [changeSetId, ...after],
    );
    yield page;
    const last = page.at(-1);
    if (!last || page.length < itemsOfPage) return;
    after = [last.template_key, last.item_id];
  }
}

/** The given templates that also have items which the change set has not written. */
export const listTemplatesWithOthers = async (
  query: Query,
  changeSetId: number,
  templateKeys: readonly number[],
): Promise<number[]> =>
  (
    await query<{ key: number }>(
      `select k.key from unnest($2::text::int[]) k (key)
        where exists (
          select 1 from items i left join change_set_items s on s.change_set_id = $1 and s.template_key = i.template_key and s.item_id = i.id and s.version is not null
          where i.template_key = k.key and s.item_id is null
        )`,
      [changeSetId, numberArray(templateKeys)],
    )
  ).map(({ key }) => key);

/** The changes of a change set to the items of each of its templates. */
export const countByTemplate = (query: Query, changeSetId: number) =>
  query<{
    template_id: string;
    name: string;
    change: ChangeKind | null;
    added: number;
    updated: number;
    removed: number;
  }>(
    `select t.template_id, t.label as name, t.change,
        count(*) filter (where s.change = 'added')::int as added,
        count(*) filter (where s.change = 'updated')::int as updated,
        count(*) filter (where s.change = 'removed')::int as removed
      from change_set_templates t
      left join change_set_items s on s.change_set_id = t.change_set_id and s.template_key = t.template_key and s.version is not null
      where t.change_set_id = $1 group by t.template_id, t.label, t.change order by t.template_id`,
    [changeSetId],
  );

/** An item of a change set in a list. */
export interface ListedItem {
  template_id: string;
  id: number;
  name: string;
  change: ChangeKind;
  decided: Decision['take'] | null;
  is_newer: boolean;
}

/** Items of a change set in the order of their templates and ids, starting after one of them. */
export const listItems = (
  query: Query,
  {
    changeSetId,
    templateId,
    after,
    limit,
  }: { changeSetId: number; templateId: string | undefined; after: [string, number]; limit: number },
): Promise<ListedItem[]> =>
  query<ListedItem>(
    `select t.template_id, s.item_id as id, s.label as name, s.change, s.decided,
        exists (
          select 1 from item_revisions r
          where r.template_key = s.source_key and r.item_id = s.item_id and r.at >= y.created_at
            and md5(r.label || chr(31) || (${revisionValuesSql('r')})::text)::uuid = s.source_hash
        ) as is_newer
      from change_set_templates t join change_sets y on y.id = t.change_set_id
      cross join lateral (
        select * from change_set_items s where s.change_set_id = t.change_set_id and s.template_key = t.template_key
          and (t.template_id > $3 or s.item_id > $4) order by s.item_id limit $5
      ) s
      where t.change_set_id = $1 and ($2::text is null or t.template_id = $2) and t.template_id >= $3
      order by t.template_id, s.item_id limit $5`,
    [changeSetId, templateId ?? null, after[0], after[1], limit],
  );

/** A template of a change set before and after it; the states are null if the change set did not change the template itself. */
export const findTemplate = async (query: Query, changeSetId: number, templateId: string) =>
  (
    await query<{ change: ChangeKind | null; before: StoredTemplateState | null; after: StoredTemplateState | null }>(
      'select change, before, after from change_set_templates where change_set_id = $1 and template_id = $2',
      [changeSetId, templateId],
    )
  )[0];

/** An item of a change set with its content after it; for a removed item, its content before. */
export const findItem = async (
  query: Query,
  { changeSetId, templateId, itemId }: { changeSetId: number; templateId: string; itemId: number },
) =>
  (
    await query<{
      template_key: number;
      change: ChangeKind;
      target_version: number | null;
      version: number | null;
      label: string | null;
      values: ItemValues | null;
    }>(
      `select s.template_key, s.change, s.target_version, s.version, r.label, ${revisionValuesSql('r')} as "values"
        from change_set_templates t join change_set_items s on s.change_set_id = t.change_set_id and s.template_key = t.template_key
        left join item_revisions r on r.template_key = s.template_key and r.item_id = s.item_id and r.version = s.version and coalesce(r.change_set_id, 0) = s.change_set_id
        where t.change_set_id = $1 and t.template_id = $2 and s.item_id = $3`,
      [changeSetId, templateId, itemId],
    )
  )[0];
