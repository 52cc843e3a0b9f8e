import { type Author, toColumns } from '../../../core/base/actor.ts';
import type { Query } from '../../../core/database/database.ts';
import { sqlText } from '../../../core/database/sql-text.ts';
import { stripSql, takeSql } from '../../model/document-sql.ts';
import type { Leaf } from '../../model/template-model.ts';
import { type TemplateScope, templateScope } from '../../model/template-scope.ts';
import { changedWithTemplateSql } from '../items-changed-sql.ts';
import type { ItemRange } from './item-range.ts';
import { keysSql, moveDecisionsSql, pathSql, syncedHashSql } from './value-sql.ts';

/**
 * Moves the values of fields, with their index rows, from a range of items to the removed values of a template
 * version.
 */
export async function removeValues(
  query: Query,
  {
    templateKey,
    version,
    removed,
    isSilent,
  }: { templateKey: number; version: number; removed: readonly Leaf[]; isSilent?: boolean },
  range: ItemRange,
): Promise<void> {
  /** Sends a statement about the range of items. */
  const send = (textOf: (part: RangePart) => string) => {
    const { values, scope } = templateScope(templateKey);
    const { bind, template } = scope;
    const [after, last] = [bind(range.after, 'int'), bind(range.last, 'int')];
    const within = (id: string) => `template_key = ${template} and ${id} > ${after} and ${id} <= ${last}`;
    return query(textOf({ bind, template, within, version: bind(version, 'int') }), values);
  };
  // No index can tell later which items had rows.
  for (const { field, groups } of removed.filter(({ holdsRows }) => holdsRows)) {
    await send(
      ({ bind, within, version }) => sqlText`
        insert into removed_values (template_key, field_key, item_id, version)
        select template_key, ${bind(field.key, 'int')}, id, ${version} from items
        where ${within('id')} and jsonb_path_exists("values", ${pathSql([...groups, field.id], bind)})
      `,
    );
  }
  const outermost = new Set(removed.flatMap(({ groups: [first] }) => first ?? []));
  await send(({ bind, template, within, version }) => {
    const rows = [...outermost].map((id) => {
      const group = bind(id, 'text');
      return `${group}, md5((s.stripped->${group})::text)`;
    });
    return sqlText`
      with found as materialized (
        select i.id, i.hash, i."values", ${stripSql('i."values"', removed, bind)} as stripped
        from items i
        where ${within('i.id')}
      ),
      kept as (
        insert into removed_documents (template_key, version, item_id, "values", rows)
        select ${template}, ${version}, s.id, ${takeSql('s."values"', removed, bind)}, jsonb_build_object(${rows.join(', ')})
        from found s
        where s."values" is distinct from s.stripped
        on conflict do nothing
      ),
      changed as (
        update items i set "values" = s.stripped, synced_hash = ${syncedHashSql('s.stripped')}
        from found s
        where i.template_key = ${template} and i.id = s.id and s."values" is distinct from s.stripped
        returning i.template_key, i.id, i.hash, s.hash as former_hash
      ),
      emitted as (
        ${changedWithTemplateSql(isSilent)}
      )
      ${moveDecisionsSql('changed')}
    `;
  });
  for (const [table, columns] of [
    ['item_values', 'number, text'],
    ['item_links', 'target_id'],
  ] as const) {
    await send(
      ({ bind, template, within, version }) => sqlText`
        with gone as (
          delete from ${table}
          where ${within('item_id')} and field_key in (${keysSql(removed, bind)})
          returning field_key, item_id, ${columns}
        )
        insert into removed_values (template_key, field_key, item_id, version, ${columns})
        select ${template}, field_key, item_id, ${version}, ${columns} from gone
      `,
    );
  }
}

/** What the statements about a range of items share. */
interface RangePart extends TemplateScope {
  version: string;
  /** SQL: true for an item of the range, by the column of its id. */
  within: (id: string) => string;
}

/** Locks every item of a template, so that no new link to one can be created. */
export const lockItems = (query: Query, templateKey: number) =>
  query('select count(*) from (select 1 from items where template_key = $1 for update) i', [templateKey]);

/**
 * Deletes every item of a template with its index rows, and stores each item's last state as a revision. Removed values
 * stay, as the template may be restored.
 */
export async function deleteItems(
  query: Query,
  { templateKey, author, at }: { templateKey: number; author: Author; at: Date },
): Promise<void> {
  const { accountId, actor, origin } = toColumns(author);
  await query(
    `with gone as (delete from items where template_key = $1 returning id, version, label, "values")
    insert into item_revisions (template_key, item_id, version, action, label, "values", account_id, actor, origin, at, template_version)
      select $1, id, version + 1, 'delete', label, "values", $2, $3, $4, $5::timestamptz, (select version from templates where key = $1) from gone`,
    [templateKey, accountId, actor, origin, at.toISOString()],
  );
  await query('delete from item_values where template_key = $1', [templateKey]);
  await query('delete from item_links where template_key = $1', [templateKey]);
}
