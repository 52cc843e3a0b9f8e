import type { ChangedItem, ChangeKind } from '@quartermaster/contract/endpoints/sync.ts';
import type { Query } from '../../../core/database/database.ts';
import { numberArray, textArray } from '../../../core/database/pg-array.ts';
import { differencesSql, itemRevisionSql, templateRevisionSql } from '../differences-sql.ts';
import type { Pair } from '../pair.ts';
import { joinedRevisionsSql } from '../revision.ts';

/** Which changes are listed; of each template at most `limit` items, after the item `after`. */
export interface ListFilter {
  /** Limits what is compared at all: the revision is that of these templates. */
  templateIds?: readonly string[] | undefined;
  ids?: readonly number[] | undefined;
  /** Templates of which every item is listed, although `ids` are given. */
  wholeTemplateIds?: readonly string[] | undefined;
  search?: string | undefined;
  change?: ChangeKind | undefined;
  conflicts?: boolean | undefined;
  after?: number | undefined;
  limit?: number | undefined;
}

/** A template with differences, and how many items of it there are. */
export interface ListedTemplate {
  template_id: string;
  name: string;
  change: ChangeKind | null;
  revision: string;
  added: number;
  updated: number;
  removed: number;
  conflicts: number;
}

export interface ListedChanges {
  /** Of all differences, as a number. */
  revision: string;
  templates: ListedTemplate[];
  items: (ChangedItem & { template_id: string })[];
}

/** The templates and items that differ, in one statement. */
export async function readChanges(query: Query, { source, target }: Pair, filter: ListFilter): Promise<ListedChanges> {
  const { templateIds, ids, wholeTemplateIds = [], search = '', change, conflicts, after, limit } = filter;
  const [row] = await query<ListedChanges>(
    `with ${differencesSql({ byId: false })},
    listed as materialized (
      select * from differing
      where ($4::text = '' or strpos(lower(label), lower($4)) > 0 or id::text = $4)
        and ($5::text is null or change = $5) and (not $6::boolean or conflict)
        and ($10::text is null or id = any($10::text::int[]) or template_id = any($9::text::text[]))
    ),
    page as (
      select * from (
        select *, case when $7::int is not null then row_number() over (partition by template_id order by id) end as nth
        from listed where id > $8::int
      ) n
      where $7::int is null or nth <= $7::int + 1
    ),
    counts as (
      select template_id, count(*) filter (where change = 'added') as added, count(*) filter (where change = 'updated') as updated,
        count(*) filter (where change = 'removed') as removed, count(*) filter (where conflict) as conflicts
      from listed group by template_id
    ),
    templates as (
      select p.template_id, p.template_label as name, ${templateRevisionSql} as revision,
        case when p.source_hash = p.target_hash then null when p.target_key is null then 'added' when p.source_key is null then 'removed' else 'updated' end as change,
        coalesce(c.added, 0) as added, coalesce(c.updated, 0) as updated, coalesce(c.removed, 0) as removed, coalesce(c.conflicts, 0) as conflicts
      from pairs p left join counts c using (template_id)
    )
    select
      ((select ${joinedRevisionsSql(itemRevisionSql)} from differing) # (select ${joinedRevisionsSql('revision')} from templates where change is not null))::text as revision,
      (select coalesce(json_agg(to_json(t) order by lower(name), template_id), '[]') from templates t
        where change is not null or added + updated + removed > 0) as templates,
      (select coalesce(json_agg(json_build_object('template_id', template_id, 'id', id, 'name', label, 'change', change, 'conflict', conflict,
          'source_changed', source_changed, 'revision', ${itemRevisionSql}) order by template_id, id), '[]') from page) as items`,
    [
      source.id,
      target.id,
      templateIds ? textArray(templateIds) : null,
      search,
      change ?? null,
      conflicts ?? false,
      limit ?? null,
      after ?? 0,
      textArray(wholeTemplateIds),
      ids ? numberArray(ids) : null,
    ],
  );
  return row ?? { revision: '0', templates: [], items: [] };
}
