import type { Bind } from '../../core/database/binder.ts';
import { textArray } from '../../core/database/pg-array.ts';
import type { Leaf, ReplacedLeaf } from './template-model.ts';

/** SQL for a document without the values of the given fields, including those in rows. */
export function stripSql(values: string, removed: readonly Leaf[], bind: Bind, depth = 0): string {
  const { here, inner } = leavesAt(removed, depth);
  let sql = here.length > 0 ? `(${values} - ${idsSql(here, bind)})` : values;
  for (const [groupId, leaves] of inner) {
    const group = bind(groupId, 'text');
    const rows = rowsSql({ values, group, depth }, (row) => stripSql(row, leaves, bind, depth + 1));
    sql = `(${sql} || case when ${values} ? ${group} then ${rows} else '{}' end)`;
  }
  return sql;
}

/** SQL for a document with only the values of the given fields; the number of rows stays the same. */
export function takeSql(values: string, taken: readonly Leaf[], bind: Bind, depth = 0): string {
  const { here, inner } = leavesAt(taken, depth);
  const parts = [
    ...(here.length > 0
      ? [
          `coalesce((select jsonb_object_agg(k${depth}.id, ${values}->k${depth}.id) from unnest(${idsSql(here, bind)}) k${depth} (id) where ${values} ? k${depth}.id), '{}')`,
        ]
      : []),
    ...[...inner].map(([groupId, leaves]) => {
      const group = bind(groupId, 'text');
      const rows = rowsSql({ values, group, depth }, (row) => takeSql(row, leaves, bind, depth + 1));
      return `case when ${values} ? ${group} then ${rows} else '{}' end`;
    }),
  ];
  return parts.length === 0 ? `'{}'::jsonb` : `(${parts.join(' || ')})`;
}

/** SQL for a document in which options are replaced; `values` is used several times. */
export function replaceSql(values: string, replaced: readonly ReplacedLeaf[], bind: Bind, depth = 0): string {
  const ofDepth = replaced.filter(({ groups }) => groups.length === depth);
  let sql = values;
  if (ofDepth.length > 0) {
    const options = bind(
      JSON.stringify(Object.fromEntries(ofDepth.map(({ field, options }) => [field.id, options]))),
      'jsonb',
    );
    const [k, value] = [`k${depth}`, `${values}->k${depth}.id`];
    const next = `case when ${k}.options ? e.text then ${k}.options->>e.text else e.text end`;
    const list = `(select jsonb_agg(u.id order by u.place) from (
        select n.id, min(n.place) as place
        from (select ${next} as id, e.place from jsonb_array_elements_text(${value}) with ordinality e (text, place)) n
        where n.id is not null
        group by n.id
      ) u)`;
    const single = `(select to_jsonb(${next}) from (select ${values}->>${k}.id as text) e)`;
    const ids = bind(textArray(ofDepth.map(({ field }) => field.id)), 'text::text[]');
    sql = `((${values} - ${ids}) || coalesce((
      select jsonb_object_agg(n.id, n.value)
      from (
        select ${k}.id, case jsonb_typeof(${value}) when 'array' then ${list} else ${single} end as value
        from jsonb_each(${options}) ${k} (id, options)
        where ${values} ? ${k}.id
        offset 0
      ) n
      where n.value is not null
    ), '{}'))`;
  }
  const inner = Map.groupBy(
    replaced.filter(({ groups }) => groups.length > depth),
    ({ groups }) => groups[depth] ?? '',
  );
  for (const [groupId, leaves] of inner) {
    const group = bind(groupId, 'text');
    const rows = rowsSql({ values, group, depth }, (row) => replaceSql(row, leaves, bind, depth + 1));
    sql = `(${sql} || case when ${values} ? ${group} then ${rows} else '{}' end)`;
  }
  return sql;
}

function leavesAt(leaves: readonly Leaf[], depth: number) {
  const here = leaves.filter(({ groups }) => groups.length === depth).map(({ field }) => field.id);
  const deeper = leaves.filter(({ groups }) => groups.length > depth && !here.includes(groups[depth] ?? ''));
  return { here, inner: Map.groupBy(deeper, ({ groups }) => groups[depth] ?? '') };
}

function rowsSql(
  { values, group, depth }: { values: string; group: string; depth: number },
  of: (row: string) => string,
): string {
  const row = `r${depth}`;
  return `jsonb_build_object(${group}, (select jsonb_agg(${of(`${row}.value`)} order by ${row}.place)
    from jsonb_array_elements(${values}->${group}) with ordinality ${row} (value, place)))`;
}

const idsSql = (ids: readonly string[], bind: Bind): string => bind(textArray(ids), 'text::text[]');
