import type { Slot } from '../../core/template-model.ts';
import { indexedAs } from './value-sql.ts';

/** Removed fields that one save took away and another brings back to where they were. */
export interface RestoreStep {
  templateVersion: number;
  slots: readonly Slot[];
}

/**
 * What items become when removed fields come back, one row an item that had a value in any: `values` with all that can, `former`
 * as they are now, `had` the keys of the fields that it had values in, `blocked` the keys of those that cannot come back, because
 * the rows around them have changed since or because an item that they link to is not there any more. The last removed comes
 * first, so that rows are then as the removal before it has left them. `$1` is the template, `$2` the instance.
 *
 * What was removed a moment ago has no statistics yet: `offset 0` keeps the planner to one look-up by key a row, and to
 * working out each step once instead of once a mention in the next.
 */
export function restoringSql(steps: readonly RestoreStep[]): string {
  const slots = steps.flatMap((step) => step.slots);
  const latestFirst = steps.toSorted((a, b) => b.templateVersion - a.templateVersion);
  // A save gives an item one version, so that all fields of a step have the same.
  const versions = latestFirst.map((step) => `max(v.version) filter (where v.field_key in (${keysOf(step.slots)}))`);
  const start = `select r.id, r.had, r.versions, i."values" as former, i."values", r.gone as blocked
    from (select v.item_id as id, array_agg(distinct v.field_key) as had, array[${versions.join(', ')}] as versions, ${goneSql(slots)} as gone
      from removed_values v where v.template_key = $1 and v.field_key in (${keysOf(slots)}) group by v.item_id) r
    cross join lateral (select "values" from items where template_key = $1 and id = r.id offset 0) i`;
  return latestFirst.reduce((before, step, index) => stepSql(before, step.slots, index), start);
}

/**
 * Of each item: `b` is the revision before the removal, which has the values; `a` is the one that the removal made, which has the
 * rows as they were left. Both are missing where the item had none of the values.
 */
function stepSql(before: string, slots: readonly Slot[], index: number): string {
  const s = `s${index}`;
  const revision = (name: string, version: string) =>
    `left join lateral (select "values" from item_revisions
      where template_key = $1 and item_id = ${s}.id and version = ${version} offset 0) ${name} on true`;
  const version = `${s}.versions[${index + 1}]`;
  const inRows = slots.some(({ groups }) => groups.length > 0);
  return `select ${s}.id, ${s}.had, ${s}.versions, ${s}.former, m.blocked,
      case when b."values" is null then ${s}."values" else ${mergeSql(`${s}."values"`, 'b."values"', slots, 0, 'm.blocked')} end as "values"
    from (${before} offset 0) ${s} ${revision('b', `${version} - 1`)} ${inRows ? revision('a', version) : ''}
    cross join lateral (select ${s}.blocked ${inRows ? movedSql(slots, s) : ''} as blocked offset 0) m`;
}

/** The fields in rows that are not as the removal has left them, behind what is blocked already. */
function movedSql(slots: readonly Slot[], s: string): string {
  const inRows = slots.filter(({ groups }) => groups.length > 0);
  return [...Map.groupBy(inRows, ({ groups }) => groups[0])]
    .map(
      ([group, inner]) =>
        `|| case when a."values" is not null and ${s}."values"->'${group}' is distinct from a."values"->'${group}' then '{${keysOf(inner)}}'::int[] else '{}' end`,
    )
    .join(' ');
}

/** The fields of an item that link to something that is not there. */
function goneSql(slots: readonly Slot[]): string {
  const links = slots.filter((slot) => indexedAs(slot) === 'link');
  if (links.length === 0) return `'{}'::int[]`;
  return `coalesce(array_agg(distinct v.field_key) filter (where v.target_id is not null and not exists (${targetSql(links, 'v.target_id')})), '{}')`;
}

/** The item that a removed link leads to. */
export function targetSql(links: readonly Slot[], id: string): string {
  const linked = new Set(
    links.flatMap(({ field: { settings } }) => ('templateId' in settings ? settings.templateId : [])),
  );
  const names = [...linked].map((templateId) => `'${templateId}'`).join(', ');
  return `select 1 from templates t join items i on i.template_key = t.key and i.id = ${id} where t.instance_id = $2 and t.id in (${names})`;
}

/** The document `current` with what `before` has in these fields, row by row; those that are blocked stay out. */
function mergeSql(current: string, before: string, slots: readonly Slot[], depth: number, blocked: string): string {
  const here = slots.filter(({ groups }) => groups.length === depth);
  const leaves = here.filter(({ holdsRows }) => !holdsRows);
  const inner = Map.groupBy(
    slots.filter(({ groups }) => groups.length > depth),
    ({ groups }) => groups[depth] ?? '',
  );
  const restored = new Map(here.filter(({ holdsRows }) => holdsRows).map(({ field }) => [field.id, field.key]));
  let sql = current;
  if (leaves.length > 0) {
    // In quotes, as `null` would be none.
    const ids = leaves.map(({ field }) => `"${field.id}"`).join(',');
    sql = `(${sql} || coalesce((select jsonb_object_agg(k.id, ${before}->k.id)
      from unnest('{${ids}}'::text[], '{${keysOf(leaves)}}'::int[]) k (id, key) where ${before} ? k.id and k.key <> all (${blocked})), '{}'))`;
  }
  for (const group of new Set([...restored.keys(), ...inner.keys()])) {
    const key = restored.get(group);
    const [c, b] = [`c${depth}`, `b${depth}`];
    const elements = (values: string, name: string) =>
      `jsonb_array_elements(${values}->'${group}') with ordinality ${name} (value, place)`;
    const merged = (row: string, former: string) => mergeSql(row, former, inner.get(group) ?? [], depth + 1, blocked);
    const rows =
      key === undefined
        ? `select jsonb_agg(${merged(`${c}.value`, `coalesce(${b}.value, '{}')`)} order by ${c}.place)
          from ${elements(current, c)} left join ${elements(before, b)} on ${b}.place = ${c}.place`
        : `select jsonb_agg(${merged(`'{}'::jsonb`, `${b}.value`)} order by ${b}.place) from ${elements(before, b)}`;
    const fits = key === undefined ? `${current} ? '${group}'` : `${key} <> all (${blocked})`;
    sql = `(${sql} || case when ${before} ? '${group}' and ${fits} then jsonb_build_object('${group}', (${rows})) else '{}' end)`;
  }
  return sql;
}

const keysOf = (slots: readonly Slot[]): string => slots.map(({ field }) => field.key).join(', ');
