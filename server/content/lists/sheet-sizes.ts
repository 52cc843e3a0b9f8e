import { levelOf, type TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import type { SheetSizes } from '@quartermaster/contract/sheets/sheet-columns.ts';
import type { Bind } from '../../core/database/binder.ts';
import type { Query } from '../../core/database/database.ts';
import { numberArray } from '../../core/database/pg-array.ts';
import { cte, sqlText } from '../../core/database/sql-text.ts';
import { withLongTimeout } from '../../core/database/timeouts.ts';
import type { TemplateScope } from '../model/template-scope.ts';
import { matchingSql } from './collect-sql.ts';
import { type Statement, start } from './page-sql.ts';
import type { WantedItems } from './stream-items.ts';
import type { WholeList } from './stream-sql.ts';

/** The values of a field in a document, by an SQL/JSON path: `$."rows"[*]."step"`. */
interface FieldPath {
  fieldId: string;
  path: string;
}

/** Where documents have rows, and texts in languages. */
interface Places {
  groups: FieldPath[];
  texts: FieldPath[];
}

function placesIn(nodes: readonly TreeNode[], around = '$'): Places {
  const places: Places = { groups: [], texts: [] };
  for (const { field, children } of levelOf(nodes).leaves) {
    const { holds, localised } = fieldTypeOf(field.settings.type);
    const position = { fieldId: field.id, path: `${around}.${JSON.stringify(field.id)}` };
    if (localised) places.texts.push(position);
    if (holds !== 'rows') continue;
    const inner = placesIn(children, `${position.path}[*]`);
    places.groups.push(position, ...inner.groups);
    places.texts.push(...inner.texts);
  }
  return places;
}

/** Values of a field in the document of an item `i`. */
const valuesSql = ({ path }: FieldPath, type: 'array' | 'object', bind: Bind): string =>
  `select v.v from jsonb_path_query(i."values", ${bind(path, 'jsonpath')}) v (v) where jsonb_typeof(v.v) = '${type}'`;

const longestSql = (group: FieldPath, bind: Bind): string => sqlText`
  max((
    select max(jsonb_array_length(r.v))
    from (
      ${valuesSql(group, 'array', bind)}
    ) r
  ))
`;

const languagesSql = (texts: readonly FieldPath[], bind: Bind): string => sqlText`
  select array_agg(distinct k.language)
  from wanted i
  cross join lateral (
    ${texts.map((field) => valuesSql(field, 'object', bind)).join('\nunion all\n')}
  ) t
  cross join lateral jsonb_object_keys(t.v) k (language)
`;

function wantedSql({ conditions }: WholeList, { ids }: WantedItems, scope: TemplateScope): string {
  const all = `select i."values" from items i where i.template_key = ${scope.template}`;
  if (ids) return `${all} and i.id = any(${scope.bind(numberArray(ids), 'text::int[]')})`;
  if (conditions.length === 0) return all;
  const sort = { by: 'id', isDescending: false, isFromEnd: false } as const;
  return sqlText`
    ${all} and i.id in (
      select m.id
      from (
        ${matchingSql({ conditions, collecting: { by: 'all' }, sort }, scope)}
      ) m
    )
  `;
}

function sizesStatement(list: WholeList, items: WantedItems, { groups, texts }: Places): Statement {
  const { values, scope, head } = start(list);
  const rows = groups.map((group) => longestSql(group, scope.bind)).join(',\n');
  const text = sqlText`
    with wanted as not materialized (
      ${wantedSql(list, items, scope)}
    ),
    ${cte('head', head)}
    select
      ${groups.length > 0 ? `(select array[${rows}] from wanted i)` : 'null::int[]'} as rows,
      ${texts.length > 0 ? `(${languagesSql(texts, scope.bind)})` : 'null::text[]'} as languages
    from head
  `;
  return { text, values };
}

/**
 * The largest number of rows of each dynamic group of these nodes, and the languages of their texts, among the items of a
 * list; undefined if the model is outdated.
 */
export async function readSheetSizes(
  query: Query,
  list: WholeList,
  items: WantedItems,
  nodes: readonly TreeNode[],
): Promise<SheetSizes | undefined> {
  const places = placesIn(nodes);
  if (places.groups.length + places.texts.length === 0) return { rows: new Map(), languages: [] };
  const { text, values } = sizesStatement(list, items, places);
  // It reads all documents.
  const [row] = await withLongTimeout(() =>
    query<{ rows: (number | null)[] | null; languages: string[] | null }>(text, values),
  );
  if (!row) return undefined;
  return {
    rows: new Map(places.groups.map(({ fieldId }, index) => [fieldId, row.rows?.[index] ?? 0])),
    languages: row.languages ?? [],
  };
}
