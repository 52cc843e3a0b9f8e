import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { Query } from '../../../core/database/database.ts';
import { numberArray, textArray } from '../../../core/database/pg-array.ts';
import { cte, sqlText } from '../../../core/database/sql-text.ts';
import { changedKeys, indexOfLeaves } from '../../model/index-rows.ts';
import type { Leaf } from '../../model/template-model.ts';
import { type TemplateScope, templateScope } from '../../model/template-scope.ts';
import { type BatchIndex, indexOf } from '../batch-index.ts';
import { changedWithTemplateSql } from '../items-changed-sql.ts';
import type { ItemRange } from './item-range.ts';
import { moveDecisionsSql, syncedHashSql } from './value-sql.ts';

/** A change of documents that a pure function computes. */
export interface Rewrite {
  /** The new document; the same object if nothing changes, such as in a document that is rewritten already. */
  rewrite: (values: ItemValues) => ItemValues;
  /** The fields whose index rows it replaces: those of the former document and those of the new one; no dynamic groups. */
  before: readonly Leaf[];
  after: readonly Leaf[];
}

interface Rewriting {
  templateKey: number;
  instanceId: number;
  /** True to emit no events. */
  isSilent?: boolean;
}

interface Item {
  id: number;
  values: ItemValues;
}

interface Rewritten {
  id: number;
  /** The values that differ, and the ids of the fields that have none any more. */
  changed: ItemValues;
  gone: string[];
  changedKeys: number[];
  index: ReturnType<typeof indexOfLeaves>;
}

/** Documents are read in batches of at most this size, or one at a time. */
const batchBytes = 4 * 1024 * 1024;
const batchItems = 500;

/**
 * Rewrites the documents of a locked range of items, with their index rows. Like any change of a template, it increases
 * no version, and moves the hashes that syncs compare.
 */
export async function rewriteValues(
  query: Query,
  template: Rewriting,
  rewrites: readonly Rewrite[],
  range: ItemRange,
): Promise<void> {
  for (let { after } = range; after < range.last; ) {
    const items = await readBatch(query, template.templateKey, { after, last: range.last });
    const last = items.at(-1);
    if (!last) return;
    after = last.id;
    const rewritten = items.flatMap((item) => rewrittenItem(item, rewrites) ?? []);
    if (rewritten.length > 0) await writeItems(query, template, rewritten);
  }
}

const readBatch = (query: Query, templateKey: number, { after, last }: ItemRange): Promise<Item[]> =>
  query<Item>(
    sqlText`
      select id, "values"
      from (
        select id, "values", sum(bytes) over (order by id) - bytes as bytes_before
        from (
          select id, "values", bytes from items
          where template_key = $1 and id > $2 and id <= $3
          order by id
          limit ${batchItems}
        ) i
      ) i
      where bytes_before < ${batchBytes}
      order by id
    `,
    [templateKey, after, last],
  );

function rewrittenItem({ id, values }: Item, rewrites: readonly Rewrite[]): Rewritten | undefined {
  const next = rewrites.reduce((document, { rewrite }) => rewrite(document), values);
  if (next === values) return undefined;
  const index = indexOfLeaves(
    rewrites.flatMap((one) => one.after),
    next,
  );
  const previous = indexOfLeaves(
    rewrites.flatMap((one) => one.before),
    values,
  );
  return {
    id,
    changed: Object.fromEntries(Object.entries(next).filter(([field, value]) => value !== values[field])),
    gone: Object.keys(values).filter((field) => next[field] === undefined),
    changedKeys: changedKeys(previous, index),
    index,
  };
}

/** Writes documents and index rows in one statement. */
async function writeItems(
  query: Query,
  { templateKey, instanceId, isSilent }: Rewriting,
  items: readonly Rewritten[],
): Promise<void> {
  const { values, scope } = templateScope(templateKey);
  const { bind, template } = scope;
  const documents = items.map(({ id, changed, gone }) => ({ id, changed, gone }));
  const rows = indexOf(items);
  const itemAt = (places: readonly number[]) => places.map((index) => items[index]?.id ?? 0);
  await query(
    sqlText`
      with ${cte(
        'found',
        sqlText`
          select i.id, i.hash, (i."values" - array(select jsonb_array_elements_text(n.gone))) || n.changed as next
          from jsonb_to_recordset(${bind(JSON.stringify(documents), 'jsonb')}) n (id int, changed jsonb, gone jsonb)
          join items i on i.template_key = ${template} and i.id = n.id
        `,
      )},
      ${indexSql(rows, itemAt, { scope, instanceId })}
      changed as (
        update items i set "values" = s.next, synced_hash = ${syncedHashSql('s.next')}
        from found s
        where i.template_key = ${template} and i.id = s.id
        returning i.template_key, i.id, i.hash, s.hash as former_hash
      ),
      emitted as (
        ${changedWithTemplateSql(isSilent)}
      )
      ${moveDecisionsSql('changed')}
    `,
    values,
  );
}

/** The parts of the statement that replace index rows, each with its comma. */
function indexSql(
  { replaced, values, links }: BatchIndex,
  itemAt: (places: readonly number[]) => number[],
  { scope: { bind, template }, instanceId }: { scope: TemplateScope; instanceId: number },
): string {
  const ints = (numbers: readonly number[]) => bind(numberArray(numbers), 'text::int[]');
  const replacedRows = () => `unnest(${ints(itemAt(replaced.index))}, ${ints(replaced.key)}) g (item_id, field_key)`;
  const removal = (table: string) => sqlText`
    delete from ${table} v
    using ${replacedRows()}
    where v.template_key = ${template} and v.item_id = g.item_id and v.field_key = g.field_key
  `;
  return sqlText`
    unindexed as (
      ${removal('item_values')}
    ),
    unlinked as (
      ${removal('item_links')}
    ),
    indexed as (
      insert into item_values (template_key, item_id, field_key, number, text)
      select ${template}, v.* from unnest(
        ${ints(itemAt(values.index))},
        ${ints(values.key)},
        ${bind(numberArray(values.number), 'text::float8[]')},
        ${bind(textArray(values.text), 'text::text[]')}
      ) v
    ),
    linked as (
      insert into item_links (instance_id, template_key, item_id, field_key, target_id)
      select ${bind(instanceId, 'int')}, ${template}, l.* from unnest(
        ${ints(itemAt(links.index))},
        ${ints(links.key)},
        ${ints(links.target)}
      ) l
    ),
  `;
}
