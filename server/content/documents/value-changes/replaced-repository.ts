import type { Query } from '../../../core/database/database.ts';
import { numberArray, textArray } from '../../../core/database/pg-array.ts';
import { cte, sqlText } from '../../../core/database/sql-text.ts';
import { replaceSql } from '../../model/document-sql.ts';
import type { ReplacedLeaf } from '../../model/template-model.ts';
import { type TemplateScope, templateScope } from '../../model/template-scope.ts';
import { rowKey, textKey } from '../../model/text-key.ts';
import { changedWithTemplateSql } from '../items-changed-sql.ts';
import type { ItemRange } from './item-range.ts';
import { moveDecisionsSql, repeats, syncedHashSql } from './value-sql.ts';

/** The fields and options of a change, as rows `o`. */
function optionsSql(replaced: readonly ReplacedLeaf[], { bind }: TemplateScope): string {
  const rows = replaced.flatMap(({ field, options }) => Object.entries(options).map(([id, by]) => ({ field, id, by })));
  const keys = bind(numberArray(rows.map(({ field }) => field.key)), 'text::int[]');
  const ids = bind(textArray(rows.map(({ id }) => id)), 'text::text[]');
  const next = bind(textArray(rows.map(({ by }) => by)), 'text::text[]');
  return `unnest(${keys}, ${ids}, ${next}) o (field_key, id, by)`;
}

/** The index rows of one of these options; an option is compared with the text itself by a function that no other index serves. */
const rowsSql = ({ template }: TemplateScope, where: string): string => sqlText`
  item_values v
  where v.template_key = ${template} and v.field_key = o.field_key and v.text is not null
    and ${rowKey('v')} = ${textKey('o.id')}
    and v.text is not distinct from o.id
    ${where}
`;

/** The items with an option, in a range. */
const holdersSql = (replaced: readonly ReplacedLeaf[], scope: TemplateScope, where: string): string => sqlText`
  select distinct v.item_id
  from ${optionsSql(replaced, scope)}
  cross join lateral (
    select v.item_id from ${rowsSql(scope, where)}
    offset 0
  ) v
`;

/** How many items have a replaced option, and the stored size of their documents. */
export async function measureReplaced(
  query: Query,
  templateKey: number,
  replaced: readonly ReplacedLeaf[],
): Promise<{ items: number; bytes: number }> {
  const { values, scope } = templateScope(templateKey);
  const [row] = await query<{ items: number; bytes: number }>(
    sqlText`
      select count(*)::int as items, coalesce(sum(i.bytes), 0)::float8 as bytes
      from (
        ${holdersSql(replaced, scope, '')}
      ) h
      cross join lateral (
        select bytes from items
        where template_key = ${scope.template} and id = h.item_id
        offset 0
      ) i
    `,
    values,
  );
  return row ?? { items: 0, bytes: 0 };
}

/** The removed options of fields that items have, with the number of these items. */
export async function countOptions(
  query: Query,
  templateKey: number,
  removed: readonly ReplacedLeaf[],
): Promise<{ field_key: number; id: string; items: number }[]> {
  const { values, scope } = templateScope(templateKey);
  return query(
    sqlText`
      select o.field_key, o.id, v.items
      from ${optionsSql(removed, scope)}
      cross join lateral (
        select count(distinct v.item_id)::int as items from ${rowsSql(scope, '')}
      ) v
      where v.items > 0
    `,
    values,
  );
}

/**
 * Locks the next items with a replaced option against saves, and returns the id of the last one; `items` is 0 if there
 * are no more.
 */
export async function lockNextReplaced(
  query: Query,
  {
    templateKey,
    after,
    limit,
    replaced,
  }: { templateKey: number; after: number; limit: number; replaced: readonly ReplacedLeaf[] },
): Promise<ItemRange & { items: number }> {
  const { values, scope } = templateScope(templateKey);
  const beyond = `and v.item_id > ${scope.bind(after, 'int')}
    order by ${rowKey('v')}, v.item_id
    limit ${limit}`;
  const [row] = await query<{ items: number; last: number | null }>(
    sqlText`
      select count(*)::int as items, max(i.id) as last
      from (
        select i.id
        from (
          ${holdersSql(replaced, scope, beyond)}
          order by v.item_id
          limit ${limit}
        ) h
        join items i on i.template_key = ${scope.template} and i.id = h.item_id
        order by i.id
        for no key update of i
      ) i
    `,
    values,
  );
  return { after, last: row?.last ?? after, items: row?.items ?? 0 };
}

/** Replaces options in the documents and index rows of a range of items. */
export async function replaceValues(
  query: Query,
  { templateKey, replaced, isSilent }: { templateKey: number; replaced: readonly ReplacedLeaf[]; isSilent?: boolean },
  { after, last }: ItemRange,
): Promise<void> {
  const { values, scope } = templateScope(templateKey);
  const { bind, template } = scope;
  const andNotIndexed = sqlText`
    and not exists (
      select 1 from item_values v
      where v.template_key = ${template} and v.item_id = g.item_id and v.field_key = g.field_key
        and v.text is not distinct from g.by
      offset 0
    )
  `;
  const within = `and v.item_id > ${bind(after, 'int')} and v.item_id <= ${bind(last, 'int')}`;
  const ctes = [
    cte(
      'found',
      sqlText`
        select i.id, i.hash, ${replaceSql('i."values"', replaced, bind)} as next
        from (
          ${holdersSql(replaced, scope, within)}
        ) h
        cross join lateral (
          select * from items
          where template_key = ${template} and id = h.item_id
          offset 0
        ) i
      `,
    ),
    cte(
      'gone',
      sqlText`
        delete from item_values v using ${optionsSql(replaced, scope)}
        where v.template_key = ${template} and v.field_key = o.field_key and v.text is not null
          and ${rowKey('v')} = ${textKey('o.id')}
          and v.text is not distinct from o.id
          ${within}
        returning v.field_key, v.item_id, o.by
      `,
    ),
    cte(
      'indexed',
      sqlText`
        insert into item_values (template_key, field_key, item_id, text)
        select distinct ${template}, g.field_key, g.item_id, g.by
        from gone g
        where g.by is not null ${replaced.some(repeats) ? andNotIndexed : ''}
      `,
    ),
    cte(
      'changed',
      sqlText`
        update items i set "values" = s.next, synced_hash = ${syncedHashSql('s.next')}
        from found s
        where i.template_key = ${template} and i.id = s.id
        returning i.template_key, i.id, i.hash, s.hash as former_hash
      `,
    ),
    cte('emitted', changedWithTemplateSql(isSilent)),
  ];
  await query(
    sqlText`
      with ${ctes.join(',\n')}
      ${moveDecisionsSql('changed')}
    `,
    values,
  );
}
