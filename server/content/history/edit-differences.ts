import type { Query } from '../../core/database/database.ts';
import { numberArray } from '../../core/database/pg-array.ts';
import { cte, sqlText } from '../../core/database/sql-text.ts';
import type { StoredField } from '../../core/tables/content.ts';
import { countsSql } from '../model/counts-sql.ts';
import { revisionValuesSql } from '../model/revision-values.ts';
import { type Changed, differenceOf, type PastDifference } from './describe-difference.ts';
import { changedKeysSql, comparedBytesSql, firstChangedSql, mostComparedBytes } from './difference-sql.ts';

/** A row of `differences`. */
export interface DifferenceRow extends Changed {
  ordinal: number;
  template_key: number;
  /** Of the first row of each template. */
  template_fields: StoredField[] | null;
}

/**
 * SQL: `differences`, what single saves have changed, as long as they are not large: `asked` has the columns `template_key`, `item_id`,
 * `version` and an `ordinal` of its own for each.
 */
export const differencesSql = [
  cte(
    'sized',
    sqlText`
      select a.*, sum(${comparedBytesSql}) over (order by a.ordinal) as total
      from asked a
      join items i on i.template_key = a.template_key and i.id = a.item_id
      join item_revisions r on r.template_key = a.template_key and r.item_id = a.item_id and r.version = a.version and r.change_set_id is null
    `,
  ),
  cte(
    'differences',
    sqlText`
      select z.ordinal, z.template_key, json_build_object('before', b.label, 'after', n.label) as labels, cardinality(d.keys) as fields,
        ${firstChangedSql("(select f ->> 'id', place from jsonb_array_elements(t.fields) with ordinality e (f, place)) o (key, place)")} as first,
        case when row_number() over (partition by z.template_key order by z.ordinal) = 1 then t.fields end as template_fields
      from sized z
      join templates t on t.key = z.template_key
      cross join lateral (
        select r.label, ${revisionValuesSql('r')} as "values" from item_revisions r
        where r.template_key = z.template_key and r.item_id = z.item_id and r.version = z.version and r.change_set_id is null
        offset 0
      ) n
      cross join lateral (
        select r.label, ${revisionValuesSql('r')} as "values" from item_revisions r
        where r.template_key = z.template_key and r.item_id = z.item_id and r.version < z.version and ${countsSql('r')}
        order by r.version desc limit 1
      ) b
      cross join lateral (
        ${changedKeysSql}
      ) d
      where z.total <= ${mostComparedBytes} and b."values" is not null and n."values" is not null
    `,
  ),
].join(',\n');

/** What single saves have changed, by their ordinals in the list; nothing where that is not stored, or large. */
export async function readEditDifferences(
  query: Query,
  edits: readonly { template_key: number; item_id: number; version: number }[],
): Promise<Map<number, PastDifference>> {
  if (edits.length === 0) return new Map();
  const asked = sqlText`
    select template_key, item_id, version, ordinal::int
    from unnest($1::text::int[], $2::text::int[], $3::text::int[]) with ordinality a (template_key, item_id, version, ordinal)
  `;
  const rows = await query<DifferenceRow>(
    `with ${cte('asked', asked)},\n${differencesSql}\nselect * from differences`,
    [edits.map((edit) => edit.template_key), edits.map((edit) => edit.item_id), edits.map((edit) => edit.version)].map(
      numberArray,
    ),
    'edit-differences',
  );
  return differencesOf(rows);
}

/** What rows of {@link differencesSql} say, by their ordinals. */
export function differencesOf(rows: readonly DifferenceRow[]): Map<number, PastDifference> {
  const fieldsOf = new Map(
    rows.flatMap(({ template_key, template_fields }) =>
      template_fields ? [[template_key, template_fields] as const] : [],
    ),
  );
  return new Map(rows.map((row) => [row.ordinal, differenceOf(row, fieldsOf.get(row.template_key) ?? [])]));
}
