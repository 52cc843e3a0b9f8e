import type { Bound } from '@quartermaster/contract/field-types/bounds.ts';
import { fieldTypeOf, isListType } from '@quartermaster/contract/field-types/registry.ts';
import type { Bind } from '../../../core/database/binder.ts';
import { textArray } from '../../../core/database/pg-array.ts';
import { sqlText } from '../../../core/database/sql-text.ts';
import type { Leaf } from '../../model/template-model.ts';
import type { TemplateScope } from '../../model/template-scope.ts';

/**
 * Length of a text in UTF-16 code units, as JavaScript counts. Most texts have as many bytes as characters, and none
 * beyond U+FFFF.
 */
const lengthSql = (text: string): string =>
  `case when octet_length(${text}) = char_length(${text}) then octet_length(${text})
    else char_length(${text}) + char_length(regexp_replace(${text}, '[^\\U00010000-\\U0010FFFF]', '', 'g')) end`;

/** A constraint that SQL can evaluate. */
export type SqlBound = Exclude<Bound, { rule: 'matches' }>;

/** True if SQL can evaluate all of the constraints. */
export const areSqlBounds = (bounds: readonly Bound[]): bounds is readonly SqlBound[] =>
  bounds.every(({ rule }) => rule !== 'matches');

/** SQL: true if an index row violates one of the constraints. */
export const breaksSql = (bounds: readonly SqlBound[], row: string, bind: Bind): string =>
  bounds.length === 0 ? 'false' : `(${bounds.map((bound) => brokenSql(bound, row, bind)).join(' or ')})`;

function brokenSql(bound: SqlBound, row: string, bind: Bind): string {
  const number = `${row}.number`;
  const text = `${row}.text`;
  if (bound.rule === 'whole') return `${number} <> trunc(${number})`;
  if (bound.rule === 'oneOf') return `${text} <> all (${bind(textArray(bound.values), 'text::text[]')})`;
  if (bound.rule === 'linksTo') return `not ${isOfTemplateSql(row, bound.values, bind)}`;
  const limit = bind(bound.limit, 'float8');
  const [least, most] = [bound.rule === 'atLeast', bound.rule === 'atMost'];
  if (bound.measure === 'number') return `${number} ${least ? '<' : '>'} ${limit}`;
  // A text has at least as many bytes as code units, and at most as many characters, so few texts need an exact count.
  const suspect = most ? `octet_length(${text}) > ${limit}` : `char_length(${text}) < ${limit}`;
  return `(${suspect} and ${lengthSql(text)} ${least ? '<' : '>'} ${limit})`;
}

/** SQL: true if the target of a link is an item of one of these templates. */
const isOfTemplateSql = (row: string, templateIds: readonly string[], bind: Bind): string => sqlText`
  exists (
    select 1
    from templates own
    join templates t on t.instance_id = own.instance_id and t.id = any(${bind(textArray(templateIds), 'text::text[]')})
    join items i on i.template_key = t.key and i.id = ${row}.target_id
    where own.key = ${row}.template_key
  )
`;

type Indexed = 'number' | 'text' | 'link';

const columns = { number: 'number', text: 'text', link: 'target_id' } as const;
const tables = { number: 'item_values', text: 'item_values', link: 'item_links' } as const;

/** Which index contains the values of a field, if any. */
export const indexedAs = ({ field }: Leaf): Indexed | undefined => fieldTypeOf(field.settings.type).index.kind;

/** True if an item may have several index rows of the field. */
export const repeats = (leaf: Leaf): boolean =>
  leaf.groups.length > 0 || indexedAs(leaf) === 'link' || isListType(leaf.field.settings.type);

/**
 * The keys of fields as a list for `in`. One parameter for each, as plans are made without the values: the planner would
 * take any array for ten keys and may then read the whole table for one.
 */
export const keysSql = (leaves: readonly Leaf[], bind: Bind): string =>
  leaves.map(({ field }) => bind(field.key, 'int')).join(', ');

/** The index rows of fields in the same index, as `from` and `where`. */
export function indexRowsSql(indexed: Indexed, leaves: readonly Leaf[], { bind, template }: TemplateScope): string {
  // Numbers and texts have separate indexes.
  return sqlText`
    from ${tables[indexed]} v
    where v.template_key = ${template} and v.field_key in (${keysSql(leaves, bind)}) and v.${columns[indexed]} is not null
  `;
}

/**
 * A limited number of index rows of each field, as `field_key` and `item_id`; undefined if none of the fields is
 * indexed.
 */
export function someIndexRowsSql(
  leaves: readonly Leaf[],
  limit: number,
  { bind, template }: TemplateScope,
): string | undefined {
  const parts = [...Map.groupBy(leaves, indexedAs)].flatMap(([indexed, group]) =>
    indexed
      ? [
          sqlText`
            select k.field_key, v.item_id
            from unnest(array[${keysSql(group, bind)}]) k (field_key)
            cross join lateral (
              select v.item_id from ${tables[indexed]} v
              where v.template_key = ${template} and v.field_key = k.field_key and v.${columns[indexed]} is not null
              limit ${limit}
            ) v
          `,
        ]
      : [],
  );
  return parts.length === 0 ? undefined : parts.join('\nunion all\n');
}

/** A location in an item's document as an SQL/JSON path: `$."rows"[*]."step"`. */
export const pathSql = (groups: readonly string[], bind: Bind, rest = ''): string =>
  bind(`$${groups.map((id) => `.${JSON.stringify(id)}[*]`).join('')}${rest}`, 'jsonpath');

/** SQL: true if a document has a row around the field in which it has no value. */
export const lacksSql = ({ field, groups, shape }: Leaf, values: string, bind: Bind): string => {
  const lacks = `!(exists(@.${JSON.stringify(field.id)}))`;
  const ofShape = shape ? `@.${JSON.stringify(shape.typeId)} == ${JSON.stringify(shape.name)} && ` : '';
  return `jsonb_path_exists(${values}, ${pathSql(groups, bind, ` ? (${ofShape}${lacks})`)})`;
};

/**
 * SQL: the `synced_hash` of an item `i` after a change of its template gives it these values: no user edited it, so an
 * item that equalled its synced state still does.
 */
export const syncedHashSql = (values: string): string =>
  `case when i.synced_hash = i.hash then md5(i.label || chr(31) || (${values})::text)::uuid else i.synced_hash end`;

/**
 * SQL: moves decisions to keep a difference from the source along with a change: the rows of `changed` have a
 * template's key, an item's id, and its hash before and after.
 */
export const moveDecisionsSql = (changed: string): string =>
  `update sync_decisions d set target_hash = c.hash from ${changed} c
    where d.template_key = c.template_key and d.item_id = c.id and d.target_hash = c.former_hash`;
