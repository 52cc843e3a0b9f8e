import { brokenBound } from '@quartermaster/contract/field-types/bounds.ts';
import type { Query } from '../../../core/database/database.ts';
import { sqlText } from '../../../core/database/sql-text.ts';
import { templateScope } from '../../model/template-scope.ts';
import { rowKey } from '../../model/text-key.ts';
import { type FoundItems, type Search, sampledItems } from './search.ts';

/** The tables with texts of items, and the order in which an index has those of one field. */
const orders = {
  item_values: rowKey('v'),
  removed_values: undefined,
} as const;

type TextTable = keyof typeof orders;

/** How many texts are read at once. */
const pageRows = 2000;

/** No longer text matches a pattern, so that no more of it is needed. */
const readCharacters = 10_001;

interface TextRow {
  item_id: number;
  text: string;
  key: string;
  /** Distinguishes the texts of an item. */
  row: string;
}

/**
 * Items with a text that violates one of the constraints, which SQL cannot evaluate: the texts of the field are read page
 * by page.
 */
export async function findInTexts(
  query: Query,
  templateKey: number,
  table: TextTable,
  { leaf, bounds = [], end, except = [] }: Search,
): Promise<FoundItems> {
  const broken = new Set<number>();
  const excepted = new Set(except);
  let last: TextRow | undefined;
  for (;;) {
    const rows = await readTexts(query, { templateKey, fieldKey: leaf.field.key }, table, last);
    for (const { item_id, text } of rows)
      if (!excepted.has(item_id) && brokenBound(text, bounds) !== undefined) broken.add(item_id);
    if (rows.length < pageRows || (end === 'first' && broken.size > 0)) break;
    last = rows.at(-1);
  }
  return { count: broken.size, ids: [...broken].toSorted((a, b) => a - b).slice(0, sampledItems) };
}

function readTexts(
  query: Query,
  { templateKey, fieldKey }: { templateKey: number; fieldKey: number },
  table: TextTable,
  last: TextRow | undefined,
): Promise<TextRow[]> {
  const { values, scope } = templateScope(templateKey);
  const { bind, template } = scope;
  const key = orders[table];
  const order = [...(key ? [key] : []), 'v.item_id'];
  const reached = last ? [...(key ? [bind(last.key, 'text')] : []), bind(last.item_id, 'int')] : [];
  // The first comparison uses the index.
  const from = last
    ? `and (${order.join(', ')}) >= (${reached.join(', ')})
        and (${[...order, 'v.ctid'].join(', ')}) > (${[...reached, bind(last.row, 'tid')].join(', ')})`
    : '';
  return query<TextRow>(
    sqlText`
      select v.item_id, left(v.text, ${readCharacters}) as text, ${key ?? `''`} as key, v.ctid::text as row
      from ${table} v
      ${table === 'removed_values' ? 'join items i on i.template_key = v.template_key and i.id = v.item_id' : ''}
      where v.template_key = ${template} and v.field_key = ${bind(fieldKey, 'int')} and v.text is not null
        ${from}
      order by ${[...order, 'v.ctid'].join(', ')}
      limit ${pageRows}
    `,
    values,
  );
}
