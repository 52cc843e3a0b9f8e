import type { ChangeKind } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { ChangedItem } from '@quartermaster/contract/endpoints/sync.ts';
import { joinedRevisionsSql } from '../../../content/change-sets/revision.ts';
import type { Pair } from '../../../content/model/instance-pair.ts';
import { placeDigits, takeApart } from '../../../core/database/batches.ts';
import type { Database, Query } from '../../../core/database/database.ts';
import { numberArray, textArray } from '../../../core/database/pg-array.ts';
import {
  differencesSql,
  itemRevisionSql,
  pairsSql,
  templateChangeSql,
  templateRevisionSql,
} from '../pairs/differences-sql.ts';

/** The filter of the listed changes. */
export interface ListFilter {
  /** Limits the comparison itself: the revision is that of these templates. */
  templateIds?: readonly string[] | undefined;
  ids?: readonly number[] | undefined;
  /** Templates whose items are all listed, even if `ids` are given. */
  wholeTemplateIds?: readonly string[] | undefined;
  search?: string | undefined;
  change?: ChangeKind | undefined;
  conflicts?: boolean | undefined;
}

/** A template of one instance or both. */
export interface ComparedTemplate {
  template_id: string;
  name: string;
  change: ChangeKind | null;
  revision: string;
}

/** The number of differing items of a template, and the revision of all its differences, as a number. */
export interface TemplateTotals {
  total_revision: string;
  added: number;
  updated: number;
  removed: number;
  conflicts: number;
}

export type ListedTemplate = ComparedTemplate & TemplateTotals;

export interface ListedChanges {
  /** Of all differences, as a number. */
  revision: string;
  templates: ListedTemplate[];
  items: (ChangedItem & { template_id: string })[];
}

/** SQL: the differing items that match a filter, using the parameters of {@link filterValues}. */
const listedSql = `listed as materialized (
      select * from differing
      where ($4::text = '' or strpos(fold(label), fold($4)) > 0 or id::text = $4)
        and ($5::text is null or change = $5) and (not $6::boolean or conflict)
        and ($8::text is null or id = any($8::text::int[]) or template_id = any($7::text::text[]))
    )`;

const filterValues = (
  { source, target }: Pair,
  { templateIds, search = '', change, conflicts, wholeTemplateIds = [], ids }: ListFilter,
): unknown[] => [
  source.id,
  target.id,
  templateIds ? textArray(templateIds) : null,
  search,
  change ?? null,
  conflicts ?? false,
  textArray(wholeTemplateIds),
  ids ? numberArray(ids) : null,
];

/** The templates and items that differ, in one statement; at most one item more than `limit` per template. */
export async function readChanges(query: Query, pair: Pair, filter: ListFilter, limit: number): Promise<ListedChanges> {
  const [row] = await query<ListedChanges>(
    `with ${differencesSql('all')},
    ${listedSql},
    page as (
      select * from (select *, row_number() over (partition by template_id order by id) as nth from listed) n
      where nth <= $9::int + 1
    ),
    counts as (
      select template_id, count(*) filter (where change = 'added') as added, count(*) filter (where change = 'updated') as updated,
        count(*) filter (where change = 'removed') as removed, count(*) filter (where conflict) as conflicts
      from listed group by template_id
    ),
    revisions as (select template_id, ${joinedRevisionsSql(itemRevisionSql)} as revision from differing group by template_id),
    templates as (
      select *, coalesce(items_revision, 0) # case when change is null then 0 else ('x' || revision)::bit(48)::bigint end as total
      from (
        select p.template_id, p.template_label as name, ${templateRevisionSql} as revision, ${templateChangeSql} as change,
          r.revision as items_revision,
          coalesce(c.added, 0) as added, coalesce(c.updated, 0) as updated, coalesce(c.removed, 0) as removed, coalesce(c.conflicts, 0) as conflicts
        from pairs p left join counts c using (template_id) left join revisions r using (template_id)
      ) t
    )
    select
      (select coalesce(bit_xor(total), 0) from templates)::text as revision,
      (select coalesce(json_agg(json_build_object('template_id', template_id, 'name', name, 'change', change, 'revision', revision,
          'total_revision', total::text, 'added', added, 'updated', updated, 'removed', removed, 'conflicts', conflicts) order by name collate "natural", template_id), '[]')
        from templates where change is not null or added + updated + removed > 0) as templates,
      (select coalesce(json_agg(json_build_object('template_id', template_id, 'id', id, 'name', label, 'change', change, 'conflict', conflict,
          'source_changed', source_changed, 'revision', ${itemRevisionSql}) order by template_id, id), '[]') from page) as items`,
    [...filterValues(pair, filter), limit],
  );
  return row ?? { revision: '0', templates: [], items: [] };
}

/** A template without its items, whether it differs or not. */
export async function findCompared(
  query: Query,
  pair: Pair,
  templateId: string,
): Promise<ComparedTemplate | undefined> {
  const [found] = await query<ComparedTemplate>(
    `with ${pairsSql}
    select template_id, template_label as name, ${templateChangeSql} as change, ${templateRevisionSql} as revision from pairs`,
    [pair.source.id, pair.target.id, textArray([templateId])],
  );
  return found;
}

/** A changed item as JSON text, with the properties in the order of its shape. */
const itemJson = `'{"id":' || id || ',"name":' || to_json(label)::text || ',"change":"' || change || '","conflict":' || conflict::text
        || ',"source_changed":' || source_changed::text || ',"revision":"' || ${itemRevisionSql} || '"}'`;

const windowSql = `with ${differencesSql({ after: '$9', items: '$10' })},
    ${listedSql}
    select lpad(coalesce((select last from bounds), 0)::text, ${placeDigits}, '0')
      || coalesce((select string_agg(${itemJson}, ',' order by id) from listed), '') as value`;

/** The start of a window of the items of one template, and its maximum number of items per instance. */
export interface ListWindow {
  after: number;
  items: number;
}

/** The changed items in a window of the only template in the filter, as JSON; its place is its last id. */
export async function readWindow(
  { bytes }: Pick<Database, 'bytes'>,
  pair: Pair,
  filter: ListFilter,
  { after, items }: ListWindow,
): Promise<ReturnType<typeof takeApart>> {
  return takeApart(await bytes(windowSql, [...filterValues(pair, filter), after, items], 'changes-window'));
}
