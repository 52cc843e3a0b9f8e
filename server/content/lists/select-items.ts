import { contentLimits } from '@quartermaster/contract/content/content-limits.ts';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { Query } from '../../core/database/database.ts';
import { numberArray } from '../../core/database/pg-array.ts';
import { cte, sqlText } from '../../core/database/sql-text.ts';
import type { TemplateModel } from '../model/template-model.ts';
import type { TemplateScope } from '../model/template-scope.ts';
import { matchingSql } from './collect-sql.ts';
import type { ListBody } from './list-items.ts';
import { type ReadList, readList, withTemplate } from './list-items.ts';
import { type Statement, start } from './page-sql.ts';

/** A selected item as it is stored. */
export interface SelectedItem {
  id: number;
  label: string;
  values: ItemValues;
  version: number;
  hash: string;
  bytes: number;
  synced_hash: string | null;
  synced_version: number | null;
}

/** Items of a template in the state that an edit of them starts from: eight bytes for each. */
export interface SelectedItems {
  /** Ascending. */
  ids: Int32Array;
  /** The version of each. */
  versions: Int32Array;
  /** Total size of their documents. */
  bytes: number;
  /** Identifies the items in their state, and that of their template, as hexadecimal digits. */
  fingerprint: string;
  /** The items themselves, by id, if an edit in a call may have as many and as large ones. */
  contents: ReadonlyMap<number, SelectedItem> | undefined;
}

type Wanted = { ids: readonly number[] } | Pick<ReadList, 'conditions'>;

const idsSql = (selection: Wanted, scope: TemplateScope): string =>
  'ids' in selection
    ? `select distinct x.id from unnest(${scope.bind(numberArray(selection.ids), 'text::int[]')}) x (id)`
    : matchingSql(
        {
          conditions: selection.conditions,
          collecting: { by: 'all' },
          sort: { by: 'id', isDescending: false, isFromEnd: false },
        },
        scope,
      );

/** The number of items that match, exactly; throws 404 without the template, 422 for filters that do not suit it. */
export async function countMatching(
  query: Query,
  instanceId: number,
  templateId: string,
  list: Pick<ListBody, 'filters' | 'search'>,
): Promise<number> {
  return withTemplate(query, instanceId, templateId, async (model) => {
    const { conditions } = await readList(query, model, list);
    const { values, scope, head } = start({ model });
    const text = sqlText`
      select (
        select count(*)::int
        from (
          ${idsSql({ conditions }, scope)}
        ) m
      ) as count
      from (
        ${head}
      ) h
    `;
    const [row] = await query<{ count: number }>(text, values);
    return row?.count;
  });
}

function selectStatement(model: TemplateModel, selection: Wanted): Statement {
  const { values, scope, head } = start({ model });
  const text = sqlText`
    with ${[cte('matching', idsSql(selection, scope)), cte('head', head)].join(',\n')}
    select s.*,
      case when s.count <= ${contentLimits.bulkAtOnce} and s.bytes <= ${contentLimits.bulkBytesAtOnce} then (
        select json_agg(json_build_object(
          'id', i.id, 'label', i.label, 'values', i."values", 'version', i.version, 'hash', i.hash, 'bytes', i.bytes,
          'synced_hash', i.synced_hash, 'synced_version', i.synced_version
        ))
        from matching m
        join items i on i.template_key = ${scope.template} and i.id = m.id
      ) end as contents
    from head h
    cross join lateral (
      select
        count(*) as count,
        string_agg(i.id::text, ',' order by i.id) as ids,
        string_agg(i.version::text, ',' order by i.id) as versions,
        coalesce(sum(i.bytes), 0)::float8 as bytes,
        coalesce(bit_xor(('x' || left(md5(i.id || '/' || i.version || '/' || i.hash), 12))::bit(48)::bigint), 0)::text as joined
      from matching m
      join items i on i.template_key = ${scope.template} and i.id = m.id
    ) s
  `;
  return { text, values };
}

/** Reads the items with these ids, or those that match; undefined if the model is outdated. */
export async function selectItems(
  query: Query,
  model: TemplateModel,
  selection: Wanted,
): Promise<SelectedItems | undefined> {
  const { text, values } = selectStatement(model, selection);
  // The text of a selection by ids is always the same.
  const [row] = await query<Selected>(text, values, 'ids' in selection ? 'selected-items' : undefined);
  if (!row) return undefined;
  const numbers = (list: string | null) => Int32Array.from(list ? list.split(',') : [], Number);
  const ofTemplate = BigInt(`0x${model.hash.replaceAll('-', '').slice(0, 12)}`);
  return {
    ids: numbers(row.ids),
    versions: numbers(row.versions),
    bytes: row.bytes,
    fingerprint: (BigInt(row.joined) ^ ofTemplate ^ BigInt(model.version)).toString(16).padStart(12, '0'),
    contents: row.contents ? new Map(row.contents.map((item) => [item.id, item])) : undefined,
  };
}

interface Selected {
  ids: string | null;
  versions: string | null;
  bytes: number;
  joined: string;
  contents: SelectedItem[] | null;
}
