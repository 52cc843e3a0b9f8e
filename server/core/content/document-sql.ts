import type { Slot } from './template-model.ts';

// Field ids consist of letters, digits, `_` and `-`, so they need no escaping in SQL.

/** SQL for a document without the values of the given fields, including those in rows. */
export function stripSql(values: string, removed: readonly Slot[], depth = 0): string {
  const { here, inner } = slotsAt(removed, depth);
  let sql = here.length > 0 ? `(${values} - ${textArray(here)})` : values;
  for (const [groupId, slots] of inner) {
    const rows = rowsSql({ values, groupId, depth }, (row) => stripSql(row, slots, depth + 1));
    sql = `(${sql} || case when ${values} ? '${groupId}' then ${rows} else '{}' end)`;
  }
  return sql;
}

/** SQL for a document with only the values of the given fields; the number of rows stays the same. */
export function takeSql(values: string, taken: readonly Slot[], depth = 0): string {
  const { here, inner } = slotsAt(taken, depth);
  const parts = [
    ...(here.length > 0
      ? [
          `coalesce((select jsonb_object_agg(k${depth}.id, ${values}->k${depth}.id) from unnest(${textArray(here)}) k${depth} (id) where ${values} ? k${depth}.id), '{}')`,
        ]
      : []),
    ...[...inner].map(([groupId, slots]) => {
      const rows = rowsSql({ values, groupId, depth }, (row) => takeSql(row, slots, depth + 1));
      return `case when ${values} ? '${groupId}' then ${rows} else '{}' end`;
    }),
  ];
  return parts.length === 0 ? `'{}'::jsonb` : `(${parts.join(' || ')})`;
}

function slotsAt(slots: readonly Slot[], depth: number) {
  const here = slots.filter(({ groups }) => groups.length === depth).map(({ field }) => field.id);
  const deeper = slots.filter(({ groups }) => groups.length > depth && !here.includes(groups[depth] ?? ''));
  return { here, inner: Map.groupBy(deeper, ({ groups }) => groups[depth] ?? '') };
}

function rowsSql(
  { values, groupId, depth }: { values: string; groupId: string; depth: number },
  of: (row: string) => string,
): string {
  const row = `r${depth}`;
  return `jsonb_build_object('${groupId}', (select jsonb_agg(${of(`${row}.value`)} order by ${row}.place)
    from jsonb_array_elements(${values}->'${groupId}') with ordinality ${row} (value, place)))`;
}

// Quoted, because an unquoted `null` would be NULL.
const textArray = (ids: readonly string[]): string => `'{${ids.map((id) => `"${id}"`).join(',')}}'::text[]`;
