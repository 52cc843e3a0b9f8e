import type { Slot } from '../../../core/content/template-model.ts';
import type { Run } from '../effects/effects-repository.ts';
import { indexedAs } from '../effects/value-sql.ts';

/**
 * The result of restoring removed fields, one row per item that had a value in any of them: `values` with everything
 * restorable, `former` its current values, `had` the keys of the fields that it had values in, `blocked` the keys of
 * those that cannot be restored, because the rows around them have changed, because the item has a newer value, or
 * because an item that they link to no longer exists. `$1` is the template, `$2` the instance.
 *
 * What an item lost with one version of the template is a step. All steps of an item are looked up together, so that
 * the length of the SQL does not depend on their number. `offset 0` makes the planner, which has no statistics for
 * values removed a moment ago, use one key lookup per step. With a run, only its items are included.
 */
export function restoringSql(slots: readonly Slot[], run?: Run): string {
  const inRows = slots.filter(isInRows);
  const plain = slots.filter((slot) => !isInRows(slot));
  const gone = goneSql(slots);
  const steps = `select v.item_id, v.version, to_jsonb(array_agg(distinct v.field_key)) as keys ${gone && `, ${gone} as gone`}
    from removed_values v where v.template_key = $1 and v.field_key in (${keysOf(slots)})
      ${run ? `and v.item_id > ${run.after} and v.item_id <= ${run.last}` : ''} group by v.item_id, v.version`;
  return `select r.id, r.had, i."values" as former, ${inRows.length > 0 ? 'm' : 'n'}.blocked,
      ${inRows.length > 0 ? 'm' : 'i'}."values" ${plain.length > 0 ? '|| p."values"' : ''} as "values"
    from (select s.item_id as id, s.keys, s.versions, ${flat('s.keys')} as had, ${gone ? flat('s.gone') : `'{}'::int[]`} as gone
      from (select item_id, array_agg(version order by version desc) as versions,
          jsonb_agg(keys order by version desc) as keys ${gone && ', jsonb_agg(gone) as gone'}
        from (${steps}) s group by item_id) s offset 0) r
    cross join lateral (select "values" from items where template_key = $1 and id = r.id offset 0) i
    cross join lateral (select r.gone || ${newerSql(slots)} as blocked) n
    ${plain.length > 0 ? `cross join lateral (${plainSql(plain)}) p` : ''}
    ${inRows.length > 0 ? `cross join lateral (${rowsSql(inRows)}) m` : ''}`;
}

const isInRows = ({ groups, holdsRows }: Slot): boolean => holdsRows || groups.length > 0;

/** A list of lists of keys as an array. */
const flat = (lists: string): string =>
  `array(select key::int from jsonb_array_elements(${lists}) l (keys) cross join lateral jsonb_array_elements_text(l.keys) k (key))`;

const documentSql = (version: string): string =>
  `(select "values", rows from removed_documents where template_key = $1 and item_id = r.id and version = ${version} offset 0)`;

/** The top-level fields in which the item has a newer value. */
function newerSql(slots: readonly Slot[]): string {
  const top = slots.filter(({ groups }) => groups.length === 0);
  if (top.length === 0) return `'{}'::int[]`;
  return `array(select k.key from unnest(r.had) k (key) where i."values" ? coalesce(${idsByKey(top)}->>k.key::text, ''))`;
}

/** A property of each field by its key, as JSON. */
const byKey = (slots: readonly Slot[], of: (slot: Slot) => string): string =>
  `'{${slots.map((slot) => `"${slot.field.key}":"${of(slot)}"`).join(',')}}'::jsonb`;

const idsByKey = (slots: readonly Slot[]): string => byKey(slots, ({ field }) => field.id);

/** Values restored outside of rows; these steps are independent of each other. */
function plainSql(slots: readonly Slot[]): string {
  return `select coalesce(jsonb_object_agg(f.id, b."values"->f.id), '{}') as "values"
    from jsonb_array_elements(r.keys) with ordinality s (keys, place)
    cross join lateral ${documentSql('r.versions[s.place::int]')} b
    cross join lateral (select k.key::int, ${idsByKey(slots)}->>k.key as id from jsonb_array_elements_text(s.keys) k (key) offset 0) f
    where b."values" ? f.id and f.key <> all (n.blocked)`;
}

/**
 * Values restored into rows, or rows restored as a whole, step by step: the latest removal first, so that the rows are
 * then as the removal before left them. `b` is what was stored: the values, and the hashes of the rows as they were
 * left.
 */
function rowsSql(slots: readonly Slot[]): string {
  const outermost = byKey(
    slots.filter(({ groups }) => groups.length > 0),
    ({ groups }) => groups[0] ?? '',
  );
  const fits = `key <> all (d.blocked) and (f.outermost is null or md5((d."values"->f.outermost)::text) is not distinct from b.rows->>f.outermost)`;
  return `with recursive steps (done, "values", blocked) as (
      select 0, i."values", n.blocked
      union all
      select d.done + 1, case when b."values" is null or t.ids is null then d."values" else ${mergeSql('d."values"', 'b."values"', slots, 0)} end,
        d.blocked || t.stuck
      from steps d
      left join lateral ${documentSql('r.versions[d.done + 1]')} b on true
      cross join lateral (select array_agg(f.id) filter (where ${fits}) as ids, array_agg(f.key) filter (where not (${fits})) as stuck
        from (select k.key::int, ${idsByKey(slots)}->>k.key as id, ${outermost}->>k.key as outermost
          from jsonb_array_elements_text(r.keys->d.done) k (key) offset 0) f where f.id is not null) t
      where d.done < cardinality(r.versions))
    select "values", blocked from steps order by done desc limit 1`;
}

/** The link fields of an item whose target no longer exists; empty if none of the fields is a link. */
function goneSql(slots: readonly Slot[]): string {
  const links = slots.filter((slot) => indexedAs(slot) === 'link');
  if (links.length === 0) return '';
  const isGone = `v.target_id is not null and not exists (${targetSql(links, 'v.target_id')})`;
  return `to_jsonb(coalesce(array_agg(distinct v.field_key) filter (where ${isGone}), '{}'))`;
}

/** The item that a removed link refers to. */
export function targetSql(links: readonly Slot[], id: string): string {
  const linked = new Set(
    links.flatMap(({ field: { settings } }) => ('templateId' in settings ? settings.templateId : [])),
  );
  const names = [...linked].map((templateId) => `'${templateId}'`).join(', ');
  return `select 1 from templates t join items i on i.template_key = t.key and i.id = ${id} where t.instance_id = $2 and t.id in (${names})`;
}

/** The document `current` plus the values that `before` has in the fields named by `t.ids`, row by row. */
function mergeSql(current: string, before: string, slots: readonly Slot[], depth: number): string {
  const here = slots.filter(({ groups }) => groups.length === depth);
  const restored = here.filter(({ holdsRows }) => holdsRows).map(({ field }) => field.id);
  const inner = Map.groupBy(
    slots.filter(({ groups }) => groups.length > depth),
    ({ groups }) => groups[depth] ?? '',
  );
  let sql = current;
  if (here.length > restored.length) {
    sql = `(${sql} || coalesce((select jsonb_object_agg(k.id, ${before}->k.id)
      from unnest(t.ids) k (id) where ${before} ? k.id and k.id <> all (${textArray(restored)})), '{}'))`;
  }
  for (const group of new Set([...restored, ...inner.keys()])) {
    const inside = inner.get(group) ?? [];
    const [c, b] = [`c${depth}`, `b${depth}`];
    const elements = (values: string, name: string) =>
      `jsonb_array_elements(${values}->'${group}') with ordinality ${name} (value, place)`;
    const merged = (row: string, former: string) => mergeSql(row, former, inside, depth + 1);
    const withRows = (rows: string) => `then jsonb_build_object('${group}', (select jsonb_agg(${rows}))`;
    const isBack = `when ${before} ? '${group}' and '${group}' = any (t.ids)`;
    const back = `${isBack} ${withRows(`${merged(`'{}'::jsonb`, `${b}.value`)} order by ${b}.place) from ${elements(before, b)}`)}`;
    const isInto = `when ${before} ? '${group}' and ${current} ? '${group}' and t.ids && ${textArray(inside.map(({ field }) => field.id))}`;
    const into = `${isInto} ${withRows(`${merged(`${c}.value`, `coalesce(${b}.value, '{}')`)} order by ${c}.place)
      from ${elements(current, c)} left join ${elements(before, b)} on ${b}.place = ${c}.place`)}`;
    sql = `(${sql} || case ${restored.includes(group) ? back : ''} ${inside.length > 0 ? into : ''} else '{}' end)`;
  }
  return sql;
}

// Quoted, because an unquoted `null` would be NULL.
const textArray = (ids: readonly string[]): string => `'{${ids.map((id) => `"${id}"`).join(',')}}'::text[]`;

const keysOf = (slots: readonly Slot[]): string => slots.map(({ field }) => field.key).join(', ');
