import type { Cursor } from './cursor.ts';
import type { Condition, Sort } from './list-conditions.ts';

/** Adds a value to a statement and answers its placeholder. */
export type Bind = (value: unknown, type: string) => string;

const start = `'{"id":' || i.id || ',"internal_label":' || to_json(i.label)::text || `;

/** An item of a list as JSON text, so that nobody parses and prints it again on the way. */
export const rowJson = {
  item: `${start}',"version":' || i.version || ',"values":' || i."values"::text || '}'`,
  header: `${start}'}'`,
};
export type RowForm = keyof typeof rowJson;

/**
 * What texts are ordered by and looked up with: the same expression as in their index. Beside it the whole text is compared with
 * `is not distinct from`, which no index serves: for `=` the planner would take the one of trigrams, a hundred times as slow.
 */
const keyOf = (text: string): string => `lower(left(${text}, 64)) collate "C"`;

const pattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

const itemConditions = {
  id: ({ low, high }: Extract<Condition, { kind: 'id' }>, id: string, bind: Bind) =>
    `${id} between ${bind(low, 'int')} and ${bind(high, 'int')}`,
  'label-equal': ({ text }: { text: string }, label: string, bind: Bind) =>
    `${keyOf(label)} = ${keyOf(bind(text, 'text'))} and ${label} is not distinct from ${bind(text, 'text')}`,
  'label-contains': ({ text }: { text: string }, label: string, bind: Bind) =>
    `${label} ilike ${bind(pattern(text), 'text')}`,
};

type ValueCondition = Extract<Condition, { key: number }>;

function valueSource(condition: ValueCondition, template: string, bind: Bind): { table: string; where: string } {
  const own = `template_key = ${template} and field_key = ${bind(condition.key, 'int')}`;
  switch (condition.kind) {
    case 'number':
      return {
        table: 'item_values',
        where: `${own} and number between ${bind(condition.low, 'float8')} and ${bind(condition.high, 'float8')}`,
      };
    case 'text-equal':
      return {
        table: 'item_values',
        where: `${own} and text is not null and ${keyOf('text')} = ${keyOf(bind(condition.text, 'text'))} and text is not distinct from ${bind(condition.text, 'text')}`,
      };
    case 'text-contains':
      return {
        table: 'item_values',
        where: `${own} and text is not null and text ilike ${bind(pattern(condition.text), 'text')}`,
      };
    case 'link':
      return { table: 'item_links', where: `${own} and target_id = ${bind(condition.target, 'int')}` };
  }
}

/** Looks a condition up in its own index: the ids of the items that meet it, some perhaps more than once. */
export function driverSql(condition: Condition, template: string, bind: Bind): string {
  if ('key' in condition) {
    const { table, where } = valueSource(condition, template, bind);
    return `select item_id from ${table} where ${where}`;
  }
  const where =
    condition.kind === 'id'
      ? itemConditions.id(condition, 'id', bind)
      : itemConditions[condition.kind](condition, 'label', bind);
  return `select id as item_id from items where template_key = ${template} and ${where}`;
}

/**
 * Asks whether one item meets a condition. `offset 0` keeps the planner from turning the question for one item into a join over
 * all of them, whose cost would grow with the template.
 */
export function probeSql(condition: Condition, template: string, item: string, bind: Bind): string {
  if (condition.kind === 'id') return itemConditions.id(condition, item, bind);
  if (!('key' in condition)) {
    return `exists (select 1 from items where template_key = ${template} and id = ${item} and ${itemConditions[condition.kind](condition, 'label', bind)} offset 0)`;
  }
  const { table, where } = valueSource(condition, template, bind);
  return `exists (select 1 from ${table} where item_id = ${item} and ${where} offset 0)`;
}

/** The sorted field's values, or the items themselves, in the list's order from the cursor on: `item_id` and `sort`. */
interface Source {
  sql: string;
  /** True where items without a value in the sorted field have to follow. */
  leavesOut: boolean;
}

export function sourceSql(
  sort: Sort,
  within: readonly Condition[],
  cursor: Cursor | undefined,
  template: string,
  bind: Bind,
): Source {
  const direction = sort.isDescending ? 'desc' : 'asc';
  const beyond = sort.isDescending ? '<' : '>';
  if (sort.by === 'id') {
    const ranges = within.flatMap((condition) =>
      condition.kind === 'id' ? [` and ${itemConditions.id(condition, 'id', bind)}`] : [],
    );
    const after = cursor ? ` and id ${beyond} ${bind(cursor.id, 'int')}` : '';
    return {
      sql: `select id as item_id, id as sort from items where template_key = ${template}${ranges.join('')}${after} order by id ${direction}`,
      leavesOut: false,
    };
  }
  if (sort.by === 'label') {
    const key = keyOf('label');
    const after = cursor
      ? ` and (${key}, id) ${beyond} (${bind(cursor.sort, 'text')} collate "C", ${bind(cursor.id, 'int')})`
      : '';
    return {
      sql: `select id as item_id, ${key} as sort from items where template_key = ${template}${after} order by ${key} ${direction}, id ${direction}`,
      leavesOut: false,
    };
  }
  const key = sort.by === 'number' ? 'number' : keyOf('text');
  const ranges = within.flatMap((condition) =>
    condition.kind === 'number' && condition.key === sort.key
      ? [` and number between ${bind(condition.low, 'float8')} and ${bind(condition.high, 'float8')}`]
      : [],
  );
  const type = sort.by === 'number' ? 'float8' : 'text';
  const collation = sort.by === 'number' ? '' : ' collate "C"';
  const after = cursor
    ? ` and (${key}, item_id) ${beyond} (${bind(cursor.sort, type)}${collation}, ${bind(cursor.id, 'int')})`
    : '';
  return {
    sql: `select item_id, ${key} as sort from item_values
      where template_key = ${template} and field_key = ${bind(sort.key, 'int')} and ${sort.by} is not null${ranges.join('')}${after} order by ${key} ${direction}, item_id ${direction}`,
    leavesOut: ranges.length === 0,
  };
}

/** The value of the sorted field of one item, as a column of its own. */
export function sortValueSql(sort: Sort, template: string, item: string, bind: Bind): string {
  if (sort.by === 'id') return `select ${item} as sort`;
  if (sort.by === 'label')
    return `select ${keyOf('label')} as sort from items where template_key = ${template} and id = ${item} offset 0`;
  const key = sort.by === 'number' ? 'number' : keyOf('text');
  return `select ${key} as sort from item_values where template_key = ${template} and item_id = ${item} and field_key = ${bind(sort.key, 'int')} offset 0`;
}

/** The type of what a list is sorted by. */
export const sortType = (sort: Sort): 'int' | 'float8' | 'text' =>
  sort.by === 'id' ? 'int' : sort.by === 'number' ? 'float8' : 'text';
