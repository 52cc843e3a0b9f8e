import type { Bind } from '../../core/database/binder.ts';
import { textArray } from '../../core/database/pg-array.ts';
import type { Leaf } from './template-model.ts';

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
