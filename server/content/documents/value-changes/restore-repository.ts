import type { Bind } from '../../../core/database/binder.ts';
import type { Query } from '../../../core/database/database.ts';
import { sqlText } from '../../../core/database/sql-text.ts';
import type { Leaf } from '../../model/template-model.ts';
import { templateScope } from '../../model/template-scope.ts';
import { changedWithTemplateSql, templateChangeAuthor } from '../items-changed-sql.ts';
import type { ItemRange } from './item-range.ts';
import { isNotInTrash } from './removals-repository.ts';
import { type Restoring, restoringSql, targetSql } from './restore-sql.ts';
import { indexedAs, keysSql, moveDecisionsSql, syncedHashSql } from './value-sql.ts';

/** Locks the target items of the links restored in a range of items, so that none is deleted before its link exists. */
export async function lockTargets(query: Query, restoring: Restoring, { after, last }: ItemRange): Promise<void> {
  const { templateKey, instanceId } = restoring;
  const leaves = restoring.leaves.filter((leaf) => indexedAs(leaf) === 'link');
  if (leaves.length === 0) return;
  const { values, scope } = templateScope(templateKey);
  const { bind, template } = scope;
  const text = sqlText`
    select count(*)
    from (
      select distinct target_id from removed_values
      where template_key = ${template} and field_key in (${keysSql(leaves, bind)})
        and item_id > ${bind(after, 'int')} and item_id <= ${bind(last, 'int')}
    ) v
    cross join lateral (
      ${targetSql({ instanceId, leaves }, scope)}
      for key share of i
    ) i
  `;
  await query(text, values);
}

/**
 * Restores the values of a range of items with their index rows, and deletes them from the removed values. An item whose
 * rows change gets a new version, with a revision: users who have not seen the rows must not add to them.
 */
export async function restoreValues(
  query: Query,
  restoring: Restoring & { isSilent?: boolean },
  range: ItemRange,
): Promise<void> {
  const { templateKey, instanceId, leaves, isSilent } = restoring;
  const { values, scope } = templateScope(templateKey);
  const { bind, template } = scope;
  const otherRows = haveOtherRows(leaves, bind);
  const text = sqlText`
    with restoring as materialized (
      ${restoringSql(restoring, range, scope)}
    ),
    changed as (
      update items i set "values" = s."values", version = i.version + ${otherRows}::int,
        synced_hash = ${syncedHashSql('s."values"')}
      from restoring s
      where i.template_key = ${template} and i.id = s.id and s.former is distinct from s."values"
      returning i.template_key, i.id, i.hash, i.label, i.version, i."values", s.former_hash, s.had, s.blocked,
        ${otherRows} as has_version
    ),
    versions as (
      insert into item_revisions (template_key, item_id, version, action, label, "values", account_id, actor, origin, at, template_version)
      select c.template_key, c.id, c.version, 'update', c.label, c."values", ${templateChangeAuthor}, t.updated_at, t.version
      from changed c join templates t on t.key = c.template_key
      where c.has_version
    ),
    decided as (
      ${moveDecisionsSql('changed')}
    ),
    emitted as (
      ${changedWithTemplateSql(isSilent)}
    ),
    back as materialized (
      select v.*
      from changed c
      cross join lateral unnest(c.had) k (key)
      cross join lateral (
        select * from removed_values
        where template_key = ${template} and field_key = k.key and item_id = c.id
        offset 0
      ) v
      where k.key <> all (c.blocked)
    ),
    indexed as (
      insert into item_values (template_key, field_key, item_id, number, text)
      select template_key, field_key, item_id, number, text from back
      where number is not null or text is not null
    )
    insert into item_links (instance_id, template_key, field_key, item_id, target_id)
    select ${bind(instanceId, 'int')}, template_key, field_key, item_id, target_id from back
    where target_id is not null
  `;
  await query(text, values);
  const deletion = templateScope(templateKey);
  const { after, last } = range;
  await query(
    sqlText`
      delete from removed_values v
      where v.template_key = ${deletion.scope.template} and v.field_key in (${keysSql(leaves, deletion.scope.bind)})
        and v.item_id > ${deletion.scope.bind(after, 'int')} and v.item_id <= ${deletion.scope.bind(last, 'int')}
        and ${isNotInTrash('v')}
    `,
    deletion.values,
  );
}

/** SQL: true if rows of an item `s` differ from those before. */
function haveOtherRows(leaves: readonly Leaf[], bind: Bind): string {
  const outermost = leaves.flatMap(({ groups, holdsRows, field }) => groups[0] ?? (holdsRows ? field.id : []));
  const others = [...new Set(outermost)].map((id) => {
    const group = bind(id, 'text');
    return `s.former->${group} is distinct from s."values"->${group}`;
  });
  return `(${others.join(' or ') || 'false'})`;
}
