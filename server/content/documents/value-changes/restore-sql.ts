import { linkedTemplatesOf } from '@quartermaster/contract/field-types/registry.ts';
import { type Bind, bindOnce } from '../../../core/database/binder.ts';
import { textArray } from '../../../core/database/pg-array.ts';
import { sqlText } from '../../../core/database/sql-text.ts';
import type { Leaf } from '../../model/template-model.ts';
import type { TemplateScope } from '../../model/template-scope.ts';
import type { ItemRange } from './item-range.ts';
import { indexedAs, keysSql } from './value-sql.ts';

/** A template, and the removed fields that return to their former positions in it. */
export interface Restoring {
  templateKey: number;
  instanceId: number;
  leaves: readonly Leaf[];
}

/**
 * The result of restoring removed fields, one row per item that had a value in any of them: `values` with everything
 * restorable, `former` its current values, `had` the keys of the fields that it had values in, `blocked` the keys of
 * those that cannot be restored, because the rows around them have changed, because the item has a newer value, or
 * because an item that they link to no longer exists.
 *
 * The values that an item lost with one version of the template are a step. All steps of an item are looked up
 * together, so that the length of the SQL does not depend on their number. `offset 0` makes the planner, which has no
 * statistics for values removed a moment ago, use one key lookup per step. Only the items of the range are included.
 */
export function restoringSql(restoring: Restoring, range: ItemRange, scope: TemplateScope): string {
  const { leaves } = restoring;
  const { bind, template } = scope;
  const inRows = leaves.filter(isInRows);
  const plain = leaves.filter((leaf) => !isInRows(leaf));
  const deleted = deletedSql(restoring, scope);
  return sqlText`
    select r.id, r.had, i."values" as former, i.hash as former_hash,
      ${inRows.length > 0 ? 'm' : 'n'}.blocked,
      ${inRows.length > 0 ? 'm' : 'i'}."values"${plain.length > 0 ? ' || p."values"' : ''} as "values"
    from (
      select s.item_id as id, s.keys, s.versions,
        ${flat('s.keys')} as had,
        ${deleted ? flat('s.gone') : `'{}'::int[]`} as gone
      from (
        select item_id,
          array_agg(version order by version desc) as versions,
          jsonb_agg(keys order by version desc) as keys${deleted && ', jsonb_agg(gone) as gone'}
        from (
          select v.item_id, v.version, to_jsonb(array_agg(distinct v.field_key)) as keys${deleted && ','}
            ${deleted && `${deleted} as gone`}
          from removed_values v
          where v.template_key = ${template} and v.field_key in (${keysSql(leaves, bind)})
            and v.item_id > ${bind(range.after, 'int')} and v.item_id <= ${bind(range.last, 'int')}
          group by v.item_id, v.version
        ) s
        group by item_id
      ) s
      offset 0
    ) r
    cross join lateral (
      select "values", hash from items
      where template_key = ${template} and id = r.id
      offset 0
    ) i
    cross join lateral (
      select r.gone || ${newerSql(leaves, bind)} as blocked
    ) n
    ${plain.length > 0 ? lateral('p', plainSql(plain, scope)) : ''}
    ${inRows.length > 0 ? lateral('m', rowsSql(inRows, scope)) : ''}
  `;
}

const lateral = (name: string, sql: string): string => sqlText`
  cross join lateral (
    ${sql}
  ) ${name}
`;

const isInRows = ({ groups, holdsRows }: Leaf): boolean => holdsRows || groups.length > 0;

/** A list of lists of keys as an array. */
const flat = (lists: string): string => sqlText`
  array(
    select key::int
    from jsonb_array_elements(${lists}) l (keys)
    cross join lateral jsonb_array_elements_text(l.keys) k (key)
  )
`;

const documentSql = (version: string, { template }: TemplateScope): string => sqlText`
  (
    select "values", rows from removed_documents
    where template_key = ${template} and item_id = r.id and version = ${version}
    offset 0
  )
`;

/** The top-level fields in which the item has a newer value. */
function newerSql(leaves: readonly Leaf[], bind: Bind): string {
  const top = leaves.filter(({ groups }) => groups.length === 0);
  if (top.length === 0) return `'{}'::int[]`;
  return sqlText`
    array(
      select k.key from unnest(r.had) k (key)
      where i."values" ? coalesce(${idsByKey(top, bind)}->>k.key::text, '')
    )
  `;
}

/** A property of each field by its key, as JSON. */
const byKey = (leaves: readonly Leaf[], bind: Bind, of: (leaf: Leaf) => string): string =>
  bind(JSON.stringify(Object.fromEntries(leaves.map((leaf) => [leaf.field.key, of(leaf)]))), 'jsonb');

const idsByKey = (leaves: readonly Leaf[], bind: Bind): string => byKey(leaves, bind, ({ field }) => field.id);

/** Values restored outside of rows; these steps are independent of each other. */
const plainSql = (leaves: readonly Leaf[], scope: TemplateScope): string => sqlText`
  select coalesce(jsonb_object_agg(f.id, b."values"->f.id), '{}') as "values"
  from jsonb_array_elements(r.keys) with ordinality s (keys, place)
  cross join lateral ${documentSql('r.versions[s.place::int]', scope)} b
  cross join lateral (
    select k.key::int, ${idsByKey(leaves, scope.bind)}->>k.key as id
    from jsonb_array_elements_text(s.keys) k (key)
    offset 0
  ) f
  where b."values" ? f.id and f.key <> all (n.blocked)
`;

/**
 * Values restored into rows, or rows restored as a whole, step by step: the latest removal first, which restores the
 * rows to their state after the removal before it. `b` is the stored step: the values, and the hashes of the rows that
 * it left.
 */
function rowsSql(leaves: readonly Leaf[], scope: TemplateScope): string {
  const bind = bindOnce(scope.bind);
  const outermost = byKey(
    leaves.filter(({ groups }) => groups.length > 0),
    bind,
    ({ groups }) => groups[0] ?? '',
  );
  return sqlText`
    with recursive steps (done, "values", blocked) as (
      select 0, i."values", n.blocked
      union all
      select d.done + 1,
        case
          when b."values" is null or t.ids is null then d."values"
          else ${mergeSql({ current: 'd."values"', before: 'b."values"' }, leaves, bind)}
        end,
        d.blocked || t.stuck
      from steps d
      left join lateral ${documentSql('r.versions[d.done + 1]', scope)} b on true
      cross join lateral (
        select array_agg(f.id) filter (where f.fits) as ids, array_agg(f.key) filter (where not f.fits) as stuck
        from (
          select f.key, f.id,
            f.key <> all (d.blocked) and (
              f.outermost is null
              or md5((d."values"->f.outermost)::text) is not distinct from b.rows->>f.outermost
            ) as fits
          from (
            select k.key::int, ${idsByKey(leaves, bind)}->>k.key as id, ${outermost}->>k.key as outermost
            from jsonb_array_elements_text(r.keys->d.done) k (key)
            offset 0
          ) f
          where f.id is not null
        ) f
      ) t
      where d.done < cardinality(r.versions)
    )
    select "values", blocked from steps
    order by done desc
    limit 1
  `;
}

/** The link fields of an item whose target no longer exists; empty if none of the fields is a link. */
function deletedSql({ instanceId, leaves }: Restoring, scope: TemplateScope): string {
  const links = leaves.filter((leaf) => indexedAs(leaf) === 'link');
  if (links.length === 0) return '';
  return sqlText`
    to_jsonb(coalesce(array_agg(distinct v.field_key) filter (
      where v.target_id is not null and not exists (
        ${targetSql({ instanceId, leaves: links }, scope)}
      )
    ), '{}'))
  `;
}

/** The item that a removed link refers to. */
export function targetSql(
  { instanceId, leaves }: Pick<Restoring, 'instanceId' | 'leaves'>,
  { bind }: TemplateScope,
): string {
  const linked = new Set(leaves.flatMap(({ field: { settings } }) => linkedTemplatesOf(settings)));
  const ids = [...linked].map((templateId) => bind(templateId, 'text'));
  return sqlText`
    select 1 from templates t
    join items i on i.template_key = t.key and i.id = v.target_id
    where t.instance_id = ${bind(instanceId, 'int')} and t.id in (${ids.join(', ')})
  `;
}

/** Two states of a document, or of a row in it, as expressions. */
interface States {
  current: string;
  before: string;
}

/** The document `current` plus the values that `before` has in the fields named by `t.ids`, row by row. */
function mergeSql({ current, before }: States, leaves: readonly Leaf[], bind: Bind, depth = 0): string {
  const here = leaves.filter(({ groups }) => groups.length === depth);
  const restored = here.filter(({ holdsRows }) => holdsRows).map(({ field }) => field.id);
  const inner = Map.groupBy(
    leaves.filter(({ groups }) => groups.length > depth),
    ({ groups }) => groups[depth] ?? '',
  );
  const parts = [current];
  if (here.length > restored.length) {
    parts.push(sqlText`
      coalesce((
        select jsonb_object_agg(k.id, ${before}->k.id)
        from unnest(t.ids) k (id)
        where ${before} ? k.id and k.id <> all (${idsSql(restored, bind)})
      ), '{}')
    `);
  }
  for (const groupId of new Set([...restored, ...inner.keys()])) {
    const inside = inner.get(groupId) ?? [];
    const group = bind(groupId, 'text');
    const [c, b] = [`c${depth}`, `b${depth}`];
    const elements = (values: string, name: string) =>
      `jsonb_array_elements(${values}->${group}) with ordinality ${name} (value, place)`;
    const back = () => sqlText`
      when ${before} ? ${group} and ${group} = any (t.ids) then jsonb_build_object(${group}, (
        select jsonb_agg(
          ${mergeSql({ current: `'{}'::jsonb`, before: `${b}.value` }, inside, bind, depth + 1)}
          order by ${b}.place
        )
        from ${elements(before, b)}
      ))
    `;
    const insideIds = inside.map(({ field }) => field.id);
    const into = () => sqlText`
      when ${before} ? ${group} and ${current} ? ${group} and t.ids && ${idsSql(insideIds, bind)} then jsonb_build_object(${group}, (
        select jsonb_agg(
          ${mergeSql({ current: `${c}.value`, before: `coalesce(${b}.value, '{}')` }, inside, bind, depth + 1)}
          order by ${c}.place
        )
        from ${elements(current, c)}
        left join ${elements(before, b)} on ${b}.place = ${c}.place
      ))
    `;
    parts.push(sqlText`
      case
        ${restored.includes(groupId) ? back() : ''}
        ${inside.length > 0 ? into() : ''}
        else '{}'
      end
    `);
  }
  if (parts.length === 1) return current;
  return sqlText`
    (
      ${parts.join('\n|| ')}
    )
  `;
}

const idsSql = (ids: readonly string[], bind: Bind): string => bind(textArray(ids), 'text::text[]');
