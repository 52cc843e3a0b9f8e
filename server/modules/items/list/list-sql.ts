import { stripSql } from '../../../core/content/document-sql.ts';
import type { TemplateModel } from '../../../core/content/template-model.ts';
import type { TemplateScope } from '../../../core/content/template-scope.ts';
import type { Bind } from '../../../core/database/binder.ts';
import { andEach, sqlText } from '../../../core/database/sql-text.ts';
import type { Cursor } from './cursor.ts';
import type { Condition, Sort } from './list-conditions.ts';

const start = `'{"id":' || i.id || ',"internal_label":' || to_json(i.label)::text || `;

/** What is said of an item. */
export type RowForm = 'item' | 'header';

/** An item `i` as JSON text, so that nobody parses and prints it again on the way. */
export function rowJson(form: RowForm, { change }: TemplateModel): string {
  if (form === 'header') return `${start}'}'`;
  const values = change && change.removed.length > 0 ? stripSql('i."values"', change.removed) : 'i."values"';
  return `${start}',"version":' || i.version || ',"values":' || ${values}::text || '}'`;
}

/** What {@link rowJson} is made of. A document stays where it lies until then, so that those beyond the end of an answer are never read. */
export const rowColumns = 'i.id, i.label, i.version, i."values", i.bytes';

/** How many bytes of the rows before it lie in front of each row, in the order in which they come. */
export const bytesBefore = (row: string): string => `sum(${row}.bytes) over (rows unbounded preceding) - ${row}.bytes`;

/**
 * What texts are ordered by and looked up with: the same expression as in their index. Beside it the whole text is compared with
 * `is not distinct from`, which no index serves: for `=` the planner would take the one of trigrams, a hundred times as slow.
 */
const keyOf = (text: string): string => `lower(left(${text}, 64)) collate "C"`;

const pattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

const between =
  (type: 'int' | 'float8') =>
  (value: string, { low, high }: { low: number; high: number }, bind: Bind): string =>
    `${value} between ${bind(low, type)} and ${bind(high, type)}`;

const idBetween = between('int');
const numberBetween = between('float8');

const equals = (column: string, { text }: { text: string }, bind: Bind): string =>
  sqlText`
    ${keyOf(column)} = ${keyOf(bind(text, 'text'))}
      and ${column} is not distinct from ${bind(text, 'text')}
  `;

/** Looks a pattern up in the index of trigrams, which has those of all templates: only where it has some, or all of them are read. */
const lookedUp = (column: string, { text }: { text: string }, bind: Bind): string =>
  `${column} ilike ${bind(pattern(text), 'text')}`;

/** The same of a text that is at hand; the function behind `ilike`, as for the operator the planner may take that index. */
const contains = (column: string, { text }: { text: string }, bind: Bind): string =>
  `texticlike(${column}, ${bind(pattern(text), 'text')})`;

type IndexedCondition = Extract<Condition, { key: number }>;

/** A condition on rows of its index, to look them up, or to ask those of one item. */
function indexSql(
  condition: IndexedCondition,
  { bind, template }: TemplateScope,
  containing: typeof contains,
): { table: string; where: string } {
  const own = `template_key = ${template} and field_key = ${bind(condition.key, 'int')}`;
  const inTexts = (where: string) => ({
    table: 'item_values',
    where: `${own} and text is not null\n  and ${where}`,
  });
  switch (condition.kind) {
    case 'number':
      return { table: 'item_values', where: `${own} and ${numberBetween('number', condition, bind)}` };
    case 'text-equal':
      return inTexts(equals('text', condition, bind));
    case 'text-contains':
      return inTexts(containing('text', condition, bind));
    case 'link':
      return { table: 'item_links', where: `${own} and target_id = ${bind(condition.target, 'int')}` };
  }
}

/** Looks a condition up in its own index: the ids of the items that meet it, some perhaps more than once. */
export function driverSql(condition: Condition, scope: TemplateScope): string {
  const { bind, template } = scope;
  if ('key' in condition) {
    const { table, where } = indexSql(condition, scope, lookedUp);
    return sqlText`
      select item_id from ${table}
      where ${where}
    `;
  }
  const where = {
    id: () => idBetween('id', condition as Extract<Condition, { kind: 'id' }>, bind),
    'label-equal': () => equals('label', condition as { text: string }, bind),
    'label-contains': () => lookedUp('label', condition as { text: string }, bind),
  };
  return sqlText`
    select id as item_id from items
    where template_key = ${template} and ${where[condition.kind]()}
  `;
}

const jsonOf = (fieldId: string, bind: Bind): string => `(i."values"->${bind(fieldId, 'text')})`;
const textOf = (fieldId: string, bind: Bind): string => `(i."values"->>${bind(fieldId, 'text')})`;

/** A checkbox is ordered and compared as 0 or 1. */
const numberOf = (fieldId: string, bind: Bind): string => {
  const value = jsonOf(fieldId, bind);
  return `(case jsonb_typeof(${value}) when 'boolean' then ${value}::bool::int::float8 else ${value}::float8 end)`;
};

/**
 * Asks one item `i`, which is read for the page anyway, whether it meets a condition. Only what may stand in several rows is asked
 * of the index; `offset 0` keeps the planner from turning that into a join over all items, whose cost would grow with the template.
 */
export function itemSql(condition: Condition, scope: TemplateScope): string {
  const { bind } = scope;
  if ('key' in condition && condition.isMany) {
    const { table, where } = indexSql(condition, scope, contains);
    return sqlText`
      exists (
        select 1 from ${table}
        where item_id = i.id and ${where}
        offset 0
      )
    `;
  }
  switch (condition.kind) {
    case 'id':
      return idBetween('i.id', condition, bind);
    case 'label-equal':
      return `i.label = ${bind(condition.text, 'text')}`;
    case 'label-contains':
      return contains('i.label', condition, bind);
    case 'number':
      return numberBetween(numberOf(condition.fieldId, bind), condition, bind);
    case 'text-equal':
      return `${textOf(condition.fieldId, bind)} = ${bind(condition.text, 'text')}`;
    case 'text-contains':
      return contains(textOf(condition.fieldId, bind), condition, bind);
    case 'link':
      // A link is the number itself, a list of links an array with it.
      return `${jsonOf(condition.fieldId, bind)} @> ${bind(String(condition.target), 'jsonb')}`;
  }
}

/** What an item `i` is sorted by; `null` where it has no value in the sorted field. */
export function sortSql(sort: Sort, bind: Bind): string {
  if (sort.by === 'id') return 'i.id';
  if (sort.by === 'label') return keyOf('i.label');
  return sort.by === 'number' ? numberOf(sort.fieldId, bind) : keyOf(textOf(sort.fieldId, bind));
}

/** A list as it is walked. */
interface Walked {
  sort: Sort;
  conditions: readonly Condition[];
  cursor: Cursor | undefined;
  /** How many items are asked at the most. */
  limit: number;
  /** What each item `i` is asked, if anything: further conditions. */
  matches: string;
}

/** Items `i` in the list's order from the cursor on, with `sort`, at the most so many. */
interface Source {
  /** Goes on with further conditions on `i`, if any. */
  from: string;
  sort: string;
  /** The same without the items, to count how many there are. */
  ids: string;
  /** True where items without a value in the sorted field have to follow. */
  leavesOut: boolean;
}

export function sourceSql(
  { sort, conditions, cursor, limit, matches }: Walked,
  { bind, template }: TemplateScope,
): Source {
  const direction = sort.isDescending ? 'desc' : 'asc';
  const beyond = sort.isDescending ? '<' : '>';
  if (sort.by === 'id') {
    const within = conditions
      .filter((condition) => condition.kind === 'id')
      .map((range) => idBetween('id', range, bind));
    const after = cursor ? [`id ${beyond} ${bind(cursor.id, 'int')}`] : [];
    const items = sqlText`
      items
      where template_key = ${template}
        ${andEach([...within, ...after])}
      order by id ${direction}
    `;
    return {
      from: sqlText`
        (
          select * from ${items}
          limit ${limit}
        ) i
        where true
          ${matches}
      `,
      sort: 'i.id',
      ids: `select id from ${items}`,
      leavesOut: false,
    };
  }
  if (sort.by === 'label') {
    const key = keyOf('label');
    const after = cursor
      ? [`(${key}, id) ${beyond} (${bind(cursor.sort, 'text')} collate "C", ${bind(cursor.id, 'int')})`]
      : [];
    const items = sqlText`
      items
      where template_key = ${template}
        ${andEach(after)}
      order by ${key} ${direction}, id ${direction}
    `;
    return {
      from: sqlText`
        (
          select *, ${key} as sort from ${items}
          limit ${limit}
        ) i
        where true
          ${matches}
      `,
      sort: 'i.sort',
      ids: `select id from ${items}`,
      leavesOut: false,
    };
  }
  const key = sort.by === 'number' ? 'number' : keyOf('text');
  const within = conditions
    .filter((condition) => condition.kind === 'number' && condition.key === sort.key)
    .map((range) => numberBetween('number', range as Extract<Condition, { kind: 'number' }>, bind));
  const after = cursor
    ? [
        `(${key}, item_id) ${beyond} (${bind(cursor.sort, sortType(sort))}${collationOf(sort)}, ${bind(cursor.id, 'int')})`,
      ]
    : [];
  const values = sqlText`
    item_values
    where template_key = ${template} and field_key = ${bind(sort.key, 'int')} and ${sort.by} is not null
      ${andEach([...within, ...after])}
    order by ${key} ${direction}, item_id ${direction}
  `;
  return {
    from: sqlText`
      (
        select item_id, ${key} as sort from ${values}
        limit ${limit}
      ) s
      cross join lateral (
        select * from items i
        where i.template_key = ${template} and i.id = s.item_id
          ${matches}
        offset 0
      ) i
      where true
    `,
    sort: 's.sort',
    ids: `select item_id from ${values}`,
    leavesOut: within.length === 0,
  };
}

/** The type of what a list is sorted by. */
export const sortType = (sort: Sort): 'int' | 'float8' | 'text' =>
  sort.by === 'id' ? 'int' : sort.by === 'number' ? 'float8' : 'text';

/** Texts are ordered by their bytes, whatever the database's locale. */
export const collationOf = (sort: Sort): string => (sortType(sort) === 'text' ? ' collate "C"' : '');
