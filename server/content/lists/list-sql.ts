import { foldText } from '@quartermaster/contract/texts.ts';
import { largestId } from '../../core/base/largest-id.ts';
import type { Bind } from '../../core/database/binder.ts';
import { textArray } from '../../core/database/pg-array.ts';
import { andEach, cte, sqlText } from '../../core/database/sql-text.ts';
import { isBeyondAscii } from '../../core/tables/beyond-ascii.ts';
import { replaceSql, stripSql } from '../model/document-sql.ts';
import type { TemplateModel } from '../model/template-model.ts';
import type { TemplateScope } from '../model/template-scope.ts';
import { isKeyComplete, rowKey, textKey } from '../model/text-key.ts';
import type { Cursor } from './cursor.ts';
import type { Condition, Sort, SoughtText } from './list-conditions.ts';
import { shortPatterns } from './trigrams.ts';

const start = `'{"id":' || i.id || ',"internal_label":' || to_json(i.label)::text || `;

/** The parts of each item that a row contains. */
export type RowForm = 'item' | 'header';

/** An item `i` as JSON text, built by PostgreSQL so that it is not parsed and serialized again. */
export function rowJson(form: RowForm, { change }: TemplateModel, bind: Bind): string {
  if (form === 'header') return `${start}'}'`;
  const stored = 'i."values"';
  const stripped = change && change.removed.length > 0 ? stripSql(stored, change.removed, bind) : stored;
  const values =
    change && change.replaced.length > 0
      ? `(select ${replaceSql('d."values"', change.replaced, bind)} from (select ${stripped} as "values" offset 0) d)`
      : stripped;
  return `${start}',"version":' || i.version || ',"values":' || ${values}::text || '}'`;
}

/**
 * The columns that {@link rowJson} needs. The documents are only read there, so that those beyond the end of a page are
 * never detoasted.
 */
export const rowColumns = 'i.id, i.label, i.version, i."values", i.bytes';

/** Sum of the document bytes of all preceding rows, in result order. */
export const bytesBefore = (row: string): string => `sum(${row}.bytes) over (rows unbounded preceding) - ${row}.bytes`;

/** The pattern of texts, folded by the database, that contain a text. */
export const containing = (text: string): string => `%${foldText(text).replaceAll(/[\\%_]/g, '\\$&')}%`;

const between =
  (type: 'int' | 'float8') =>
  (value: string, { low, high }: { low: number; high: number }, bind: Bind): string => {
    // A value of a document is read once for each end.
    if (high === Number.POSITIVE_INFINITY) return `${value} >= ${bind(low, type)}`;
    if (low === Number.NEGATIVE_INFINITY) return `${value} <= ${bind(high, type)}`;
    return `${value} between ${bind(low, type)} and ${bind(high, type)}`;
  };

const idBetween = between('int');
const numberBetween = between('float8');

const equals = (column: 'text' | 'label', { text }: { text: string }, bind: Bind): string => {
  const isKey = column === 'text' && isKeyComplete(text);
  return sqlText`
    ${column === 'text' ? rowKey() : textKey(column)} = ${textKey(bind(text, 'text'))}
      ${isKey ? '' : `and ${column} is not distinct from ${bind(text, 'text')}`}
  `;
};

const arrayOf = (texts: readonly string[], bind: Bind): string => bind(textArray(texts), 'text::text[]');

/** The same for one of several texts, which are ids: shorter than the key. */
const isAnyOf = ({ texts }: { texts: readonly string[] }, bind: Bind): string =>
  `${rowKey()} = any(${arrayOf(texts, bind)})`;

/** The place of a text in a list, from 1 on; `null` if it is not in it. */
const rankOf = (text: string, ranks: readonly string[], bind: Bind): string =>
  `array_position(${arrayOf(ranks, bind)}, ${text})`;

/**
 * Whether a text that has already been read contains another one; calls the function behind `like`, because with the
 * operator the planner may choose the trigram index.
 */
const contains: TextTest = (column, { text }, bind) => `textlike(fold(${column}), ${bind(containing(text), 'text')})`;

type TextTest = (column: string, condition: SoughtText, bind: Bind) => string;

/**
 * Tests that an index finds texts for: each text that contains another one meets at least one of them. The trigram index
 * covers all templates, so that a text without trigrams would read all of it; see {@link shortPatterns}.
 */
function lookUps(condition: SoughtText): TextTest[] {
  const patterns = condition.hasTrigrams ? undefined : shortPatterns(condition.text);
  if (!patterns) return [(column, { text }, bind) => `fold(${column}) like ${bind(containing(text), 'text')}`];
  return [
    ...patterns.map(
      (pattern): TextTest =>
        (column, _, bind) =>
          `fold(${column}) ~ ${bind(pattern, 'text')}`,
    ),
    (column, sought, bind) => `${isBeyondAscii(column)} and ${contains(column, sought, bind)}`,
  ];
}

type IndexedCondition = Extract<Condition, { key: number }>;

/** The table of a condition's index rows. */
const indexTable = (condition: IndexedCondition): 'item_values' | 'item_links' =>
  condition.kind === 'link' || (condition.kind === 'any' && condition.indexed === 'link')
    ? 'item_links'
    : 'item_values';

/** A condition on index rows, to look them up or to test those of one item. */
function indexSql(
  condition: IndexedCondition,
  { bind, template }: TemplateScope,
  test: TextTest,
): { table: string; where: string } {
  const ofField = `template_key = ${template} and field_key = ${bind(condition.key, 'int')}`;
  const table = indexTable(condition);
  const inTexts = (where: string) => ({ table, where: `${ofField} and text is not null\n  and ${where}` });
  switch (condition.kind) {
    case 'number':
      return { table, where: `${ofField} and ${numberBetween('number', condition, bind)}` };
    case 'text-equal':
      return inTexts(equals('text', condition, bind));
    case 'text-any':
      return inTexts(isAnyOf(condition, bind));
    case 'text-contains':
      return inTexts(test('text', condition, bind));
    case 'link':
      return { table, where: `${ofField} and target_id = ${bind(condition.target, 'int')}` };
    case 'any':
      return { table, where: ofField };
  }
}

/** A condition that an index finds items for; one that excludes items can only be tested. */
export type Driver = Exclude<Condition, { kind: 'not' }>;

/** True if an index can find the items that meet a condition. */
export const isDriver = (condition: Condition): condition is Driver => condition.kind !== 'not';

/**
 * The sort value of an item in the rows that {@link driverSql} reads; undefined if only the item has it, or if an item
 * may have several of these rows.
 */
export function driverSort(condition: Driver, sort: Sort, bind: Bind): string | undefined {
  const isOfItems = !('key' in condition);
  if (!isOfItems && condition.isMany) return undefined;
  if (sort.by === 'id') return isOfItems ? 'id' : 'item_id';
  if (sort.by === 'label') return isOfItems ? textKey('label') : undefined;
  const isSameField = !isOfItems && condition.key === sort.key && indexTable(condition) === sortTable(sort);
  if (!isSameField) return undefined;
  return sort.by === 'rank' ? rankOf('sort_text', sort.ranks, bind) : valueKey(sort);
}

type FieldSort = Extract<Sort, { key: number }>;

/** The index rows that a field is sorted by, and their column. */
export const sortTable = ({ by }: FieldSort): 'item_values' | 'item_links' =>
  by === 'link' ? 'item_links' : 'item_values';
const sortColumn = ({ by }: Pick<FieldSort, 'by'>) => (by === 'link' ? 'target_id' : by === 'number' ? by : 'text');

/** The column, or expression, of index rows that a field is sorted by. */
const valueKey = (sort: Pick<FieldSort, 'by'>): string => (sort.by === 'text' ? rowKey() : sortColumn(sort));

/** SQL: true for an index row that has a sort value. */
export const hasSortSql = (sort: FieldSort, bind: Bind): string =>
  sort.by === 'rank' ? `${rankOf('sort_text', sort.ranks, bind)} is not null` : `${sortColumn(sort)} is not null`;

/**
 * Looks a condition up in its own index: the ids of the matching items, possibly with duplicates, and their sort value if
 * its SQL is given.
 */
export const driverSql = (condition: Driver, scope: TemplateScope, sort?: string): string =>
  lookUpsSql(condition, scope, sort).join('\nunion\n');

/** The same in parts, which can have the same item. */
export function lookUpsSql(condition: Driver, scope: TemplateScope, sort?: string): string[] {
  const { bind, template } = scope;
  const sorted = sort ? `, ${sort} as sort` : '';
  const ofItems = (where: string) => sqlText`
    select id as item_id${sorted} from items
    where template_key = ${template} and ${where}
  `;
  if ('key' in condition) {
    // The indexes of values contain only rows with a value of their type.
    const indexed =
      condition.kind === 'any' && condition.indexed !== 'link' ? [`${condition.indexed} is not null`] : [];
    const tests = condition.kind === 'text-contains' ? lookUps(condition) : [contains];
    return tests.map((test) => {
      const { table, where } = indexSql(condition, scope, test);
      return sqlText`
        select item_id${sorted} from ${table}
        where ${where}
          ${andEach(indexed)}
      `;
    });
  }
  switch (condition.kind) {
    case 'id':
      return [ofItems(idBetween('id', condition, bind))];
    case 'label-equal':
      return [ofItems(equals('label', condition, bind))];
    case 'commented':
      return [ofItems(`id in (${commentedSql(condition, bind)})`)];
    case 'label-contains':
      return lookUps(condition).map((test) => ofItems(test('label', condition, bind)));
    case 'search':
      return [
        ...lookUps(condition).map((test) => ofItems(test('label', condition, bind))),
        ofItems(`id = ${bind(condition.id, 'int')}`),
      ];
  }
}

/** The items of a template with open threads, in any instance of its project. */
const commentedSql = (
  { instanceId, templateId }: { instanceId: number; templateId: string },
  bind: Bind,
  more: string[] = [],
): string => sqlText`
  select c.item_id from comments c
  where c.project_id = (select p.project_id from instances p where p.id = ${bind(instanceId, 'int')})
    and c.template_id = ${bind(templateId, 'text')} and c.about = 'item' and c.resolved_at is null
    ${andEach(more)}
`;

/** True if index rows show whether an item meets a condition; otherwise the item itself is read. */
export const isInRows = (condition: Condition): boolean =>
  condition.kind === 'not'
    ? isInRows(condition.of)
    : condition.kind === 'id' || condition.kind === 'commented' || 'key' in condition;

/**
 * Tests whether an item meets a condition: `id` is its id, and it is `i` if {@link isInRows} is false. Documents are never
 * read. `offset 0` prevents the planner from turning this into a join over all items, whose cost would grow with the
 * template.
 */
export function itemSql(condition: Condition, scope: TemplateScope, id = 'i.id'): string {
  const { bind } = scope;
  if (condition.kind === 'not') return `(${itemSql(condition.of, scope, id)}) is not true`;
  if ('key' in condition) {
    const { table, where } = indexSql(condition, scope, contains);
    return sqlText`
      exists (
        select 1 from ${table}
        where item_id = ${id} and ${where}
        offset 0
      )
    `;
  }
  switch (condition.kind) {
    case 'id':
      return idBetween(id, condition, bind);
    case 'commented':
      // No join either, as it is a value: hashed once where many items are tested, or else looked up for each.
      return `(exists (${commentedSql(condition, bind, [`c.item_id = ${id}`])})) is true`;
    case 'label-equal':
      return `i.label = ${bind(condition.text, 'text')}`;
    case 'label-contains':
      return contains('i.label', condition, bind);
    case 'search':
      return `(i.id = ${bind(condition.id, 'int')} or ${contains('i.label', condition, bind)})`;
  }
}

/** The sort value of an item, `i` or the one with this id; `null` if it has no value in the sort field. */
export function sortSql(sort: Sort, { bind, template }: TemplateScope, id = 'i.id'): string {
  if (sort.by === 'id') return id;
  if (sort.by === 'label') return textKey('i.label');
  return sqlText`
    (
      select ${sort.by === 'rank' ? rankOf('sort_text', sort.ranks, bind) : valueKey(sort)} from ${sortTable(sort)}
      where template_key = ${template} and item_id = ${id} and field_key = ${bind(sort.key, 'int')} and ${sortColumn(sort)} is not null
      limit 1
    )
  `;
}

/** The items of a condition, listed before a scan so that it can look them up, if there are at most `bound`. */
export interface Listed {
  driver: Driver;
  bound: number;
}

/** Lists the items, at most one more than the bound. */
export const listedCte = ({ driver, bound }: Listed, scope: TemplateScope): string =>
  cte('listed', `${driverSql(driver, scope)}\nlimit ${bound + 1}`);

/** How many items {@link listedCte} has listed. */
export const listedCount = '(select count(*)::int from listed)';

/** True if the list has all items of its condition. */
export const isListComplete = ({ bound }: Listed): string => `${listedCount} <= ${bound}`;

/** Looks an item up in the list, or tests it if there are more items than listed. `case` keeps the order of the scan, unlike a join. */
const inListSql = (listed: Listed, scope: TemplateScope): string => sqlText`
  case when ${isListComplete(listed)} then s.item_id in (select l.item_id from listed l)
    else ${itemSql(listed.driver, scope, 's.item_id')}
  end
`;

/** A list and the place from which it is scanned. */
interface ScannedList {
  sort: Sort;
  conditions: readonly Condition[];
  /** Tested first if the scan is in an index of values. */
  listed?: Listed | undefined;
  cursor: Cursor | undefined;
  /** At most this many items are tested. */
  limit: number;
}

/** Items `i` in sort order, starting after the cursor, with `sort`, at most `limit` of them. */
export interface Source {
  /** SQL from `from` on; further conditions on `i` can be appended. */
  from: string;
  sort: string;
  /** The ids only, to count them. */
  ids: string;
  /** True if items without a value in the sort field have to follow. */
  omitsEmpty: boolean;
}

export function sourceSql({ sort, conditions, listed, cursor, limit }: ScannedList, scope: TemplateScope): Source {
  const { bind, template } = scope;
  const matches = (tested = conditions) => andEach(tested.map((condition) => itemSql(condition, scope)));
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
          ${matches()}
      `,
      sort: 'i.id',
      ids: `select id from ${items}`,
      omitsEmpty: false,
    };
  }
  if (sort.by === 'label') {
    const key = textKey('label');
    const after = cursor
      ? [`(${key}, id) ${beyond} (${bind(cursor.sort, 'text')}${collationOf(sort)}, ${bind(cursor.id, 'int')})`]
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
          ${matches()}
      `,
      sort: 'i.sort',
      ids: `select id from ${items}`,
      omitsEmpty: false,
    };
  }
  if (sort.by === 'rank') return rankedSource({ sort, conditions, listed, cursor, limit }, scope);
  const key = valueKey(sort);
  const ofField = conditions.filter((condition) => 'key' in condition && condition.key === sort.key);
  const within = sort.by === 'number' ? ofField.filter((condition) => condition.kind === 'number') : [];
  // Tested in the scanned rows, so that items that do not match need not be read.
  const inText = ofField.filter((condition) => condition.kind === 'text-contains');
  const tested = conditions.filter(
    (condition) =>
      !within.some((range) => range === condition) &&
      !inText.some((text) => text === condition) &&
      !(condition.kind === 'any' && condition.key === sort.key),
  );
  const after = cursor
    ? [
        `(${key}, item_id) ${beyond} (${bind(cursor.sort, sortType(sort))}${collationOf(sort)}, ${bind(cursor.id, 'int')})`,
      ]
    : [];
  const values = sqlText`
    ${sortTable(sort)}
    where template_key = ${template} and field_key = ${bind(sort.key, 'int')} and ${sortColumn(sort)} is not null
      ${andEach([...within.map((range) => numberBetween('number', range, bind)), ...after])}
    order by ${key} ${direction}, item_id ${direction}
  `;
  const scanned = sqlText`
    select item_id, ${key} as sort${inText.length > 0 ? ', text' : ''} from ${values}
    limit ${limit}
  `;
  return {
    from: scannedSql(scanned, { tested, listed, inScan: inText.map((text) => contains('s.text', text, bind)) }, scope),
    sort: 's.sort',
    ids: `select item_id from ${values}`,
    // Conditions that compare a value do not match items without one.
    omitsEmpty: ofField.length === 0,
  };
}

/** The items `i` of scanned index rows `s` that meet the conditions; only those that index rows do not exclude are read. */
function scannedSql(
  scanned: string,
  { tested, listed, inScan }: { tested: readonly Condition[]; listed: Listed | undefined; inScan: readonly string[] },
  scope: TemplateScope,
): string {
  const others = tested.filter((condition) => condition !== listed?.driver);
  const inRows = others.filter(isInRows).map((condition) => itemSql(condition, scope, 's.item_id'));
  const inItems = others.filter((condition) => !isInRows(condition)).map((condition) => itemSql(condition, scope));
  const listedRows = listed
    ? sqlText`
        select * from (
          ${scanned}
        ) s
        where ${inListSql(listed, scope)}
        offset 0
      `
    : scanned;
  return sqlText`
    (
      ${listedRows}
    ) s
    cross join lateral (
      select * from items i
      where i.template_key = ${scope.template} and i.id = s.item_id
        ${andEach(inItems)}
      offset 0
    ) i
    where true
      ${andEach([...inScan, ...inRows])}
  `;
}

type Ranked = Extract<Sort, { by: 'rank' }>;

/**
 * Items in the order of a list of texts: the index rows of one text after those of another, each by id. The order of the
 * texts is that of the settings, so a change of it rewrites no index row.
 */
function rankedSource(
  { sort, conditions, listed, cursor, limit }: ScannedList & { sort: Ranked },
  scope: TemplateScope,
): Source {
  const { bind, template } = scope;
  const direction = sort.isDescending ? 'desc' : 'asc';
  const beyond = sort.isDescending ? '<' : '>';
  const ofField = conditions.filter((condition) => 'key' in condition && condition.key === sort.key);
  // Only their texts are scanned.
  const withTexts = ofField.filter((condition) => condition.kind === 'text-equal' || condition.kind === 'text-any');
  const tested = conditions.filter(
    (condition) =>
      !withTexts.some((one) => one === condition) && !(condition.kind === 'any' && condition.key === sort.key),
  );
  const texts = withTexts.map((condition) => {
    const ids = condition.kind === 'text-any' ? condition.texts : [condition.text];
    return `o.id = any(${arrayOf(ids, bind)})`;
  });
  const position = cursor && { rank: bind(cursor.sort, 'int'), id: bind(cursor.id, 'int') };
  const [after, afterId] = position
    ? [
        [`o.rank ${beyond}= ${position.rank}`],
        // No id is 0, and none is beyond the largest one.
        [
          `item_id ${beyond} case when o.rank = ${position.rank} then ${position.id} else ${sort.isDescending ? largestId + 1 : 0} end`,
        ],
      ]
    : [[], []];
  // The order of the rows is that of the outer loop: a join with a limited subquery can only be a loop over the texts.
  const values = sqlText`
    (
      select v.item_id, o.rank::int as rank
      from (
        select o.id, o.rank
        from unnest(${arrayOf(sort.ranks, bind)}) with ordinality o (id, rank)
        where true
          ${andEach([...texts, ...after])}
        order by o.rank ${direction}
        offset 0
      ) o
      cross join lateral (
        select item_id from item_values
        where template_key = ${template} and field_key = ${bind(sort.key, 'int')} and text is not null
          and ${rowKey()} = ${textKey('o.id')}
          ${andEach(afterId)}
        order by ${rowKey()} ${direction}, item_id ${direction}
        limit ${limit}
      ) v
    ) r
  `;
  const scanned = sqlText`
    select r.item_id, r.rank as sort from ${values}
    limit ${limit}
  `;
  return {
    from: scannedSql(scanned, { tested, listed, inScan: [] }, scope),
    sort: 's.sort',
    ids: `select r.item_id from ${values}`,
    // A value that is none of the texts is sorted like an empty one.
    omitsEmpty: withTexts.length === 0,
  };
}

/** SQL type of the sort value. */
export const sortType = (sort: Sort): 'int' | 'float8' | 'text' =>
  sort.by === 'id' || sort.by === 'rank' || sort.by === 'link' ? 'int' : sort.by === 'number' ? 'float8' : 'text';

/** Texts are sorted as people expect, regardless of the database's locale. */
export const collationOf = (sort: Sort): string => (sortType(sort) === 'text' ? ' collate "natural"' : '');
