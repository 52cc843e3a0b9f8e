import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import type { Slot } from '../../core/template-model.ts';

/** Removed fields that one save took away and another brings back to where they were. */
export interface RestoreStep {
  templateVersion: number;
  slots: readonly Slot[];
}

/**
 * What items become when removed fields come back: `values` with all that can, `moved` and `gone` naming the fields that
 * cannot, because the rows around them have changed since or because an item that they link to is not there any more.
 * The last removed comes first, so that rows are then as the removal before it has left them. `$1` is the template, `$2` the instance.
 */
export function restoringSql(steps: readonly RestoreStep[]): string {
  const keys = keysOf(steps.flatMap(({ slots }) => slots));
  const start = `select i.id, i."values", '{}'::text[] as moved, '{}'::text[] as gone from items i
    where i.template_key = $1 and i.id in (select item_id from removed_values where template_key = $1 and field_key in (${keys}))`;
  return steps
    .toSorted((a, b) => b.templateVersion - a.templateVersion)
    .reduce((before, step, index) => stepSql(before, step, `s${index}`), start);
}

/**
 * Of each item: `b` is the revision before the removal, which has the values; `a` is the one that the removal made, which has the
 * rows as they were left. Both are missing where the item had none of the values.
 */
function stepSql(before: string, { slots }: RestoreStep, s: string): string {
  const keys = keysOf(slots);
  const revision = (name: string, version: string) =>
    `left join item_revisions ${name} on ${name}.template_key = $1 and ${name}.item_id = ${s}.id and ${name}.version = ${version}`;
  const blocked = `m.moved || g.gone`;
  return `select ${s}.id, case when b.version is null then ${s}."values" else ${mergeSql(`${s}."values"`, 'b."values"', slots, 0, `(${blocked})`)} end as "values",
      ${s}.moved || m.moved as moved, ${s}.gone || g.gone as gone
    from (${before}) ${s}
    left join (select item_id, max(version) as version from removed_values where template_key = $1 and field_key in (${keys}) group by item_id) r on r.item_id = ${s}.id
    ${revision('b', 'r.version - 1')}
    ${revision('a', 'r.version')}
    left join (${goneSql(slots)}) l on l.item_id = ${s}.id
    cross join lateral (select ${movedSql(slots, s)} as moved) m
    cross join lateral (select coalesce(l.gone, '{}'::text[]) as gone) g`;
}

/** The fields in rows that are not as the removal has left them. */
function movedSql(slots: readonly Slot[], s: string): string {
  const inRows = Map.groupBy(
    slots.filter(({ groups }) => groups.length > 0),
    ({ groups }) => groups[0],
  );
  const parts = [...inRows].map(
    ([group, inner]) =>
      `case when a.version is not null and ${s}."values"->'${group}' is distinct from a."values"->'${group}' then ${idsSql(inner)} else '{}' end`,
  );
  return parts.length === 0 ? `'{}'::text[]` : parts.join(' || ');
}

/** Items with the fields of theirs that link to something that is not there. */
function goneSql(slots: readonly Slot[]): string {
  const links = slots.filter(({ field }) => fieldTypeOf(field.settings.type).indexed === 'link');
  if (links.length === 0) return `select null::int as item_id, '{}'::text[] as gone where false`;
  const fields = links.map(({ field }) => `(${field.key}, '${field.id}')`).join(', ');
  return `select v.item_id, array_agg(distinct f.id) as gone from removed_values v join (values ${fields}) f (key, id) on f.key = v.field_key
      where v.template_key = $1 and not exists (
        select 1 from items i join templates t on t.key = i.template_key where t.instance_id = $2 and i.id = v.target_id
      ) group by v.item_id`;
}

/** The document `current` with what `before` has in these fields, row by row; those that are blocked stay out. */
function mergeSql(current: string, before: string, slots: readonly Slot[], depth: number, blocked: string): string {
  const here = slots.filter(({ groups }) => groups.length === depth);
  const leaves = here.filter(({ holdsRows }) => !holdsRows);
  const inner = Map.groupBy(
    slots.filter(({ groups }) => groups.length > depth),
    ({ groups }) => groups[depth] ?? '',
  );
  const restored = here.filter(({ holdsRows }) => holdsRows).map(({ field }) => field.id);
  let sql = current;
  if (leaves.length > 0) {
    sql = `(${sql} || coalesce((select jsonb_object_agg(k, ${before}->k) from unnest(${idsSql(leaves)}) k
      where ${before} ? k and k <> all ${blocked}), '{}'))`;
  }
  for (const group of new Set([...restored, ...inner.keys()])) {
    const isRestored = restored.includes(group);
    const [c, b] = [`c${depth}`, `b${depth}`];
    const merged = mergeSql(
      isRestored ? `'{}'::jsonb` : `${c}.value`,
      isRestored ? `${b}.value` : `coalesce(${b}.value, '{}')`,
      inner.get(group) ?? [],
      depth + 1,
      blocked,
    );
    const elements = (values: string, name: string) =>
      `jsonb_array_elements(${values}->'${group}') with ordinality ${name} (value, place)`;
    const rows = isRestored
      ? `select jsonb_agg(${merged} order by ${b}.place) from ${elements(before, b)}`
      : `select jsonb_agg(${merged} order by ${c}.place) from ${elements(current, c)} left join ${elements(before, b)} on ${b}.place = ${c}.place`;
    const fits = isRestored ? `'${group}' <> all ${blocked}` : `${current} ? '${group}'`;
    sql = `(${sql} || case when ${before} ? '${group}' and ${fits} then jsonb_build_object('${group}', (${rows})) else '{}' end)`;
  }
  return sql;
}

const keysOf = (slots: readonly Slot[]): string => slots.map(({ field }) => field.key).join(', ');
const idsSql = (slots: readonly Slot[]): string => `'{${slots.map(({ field }) => field.id).join(',')}}'::text[]`;
