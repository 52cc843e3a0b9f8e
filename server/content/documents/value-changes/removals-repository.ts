import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import type { RemovedField } from '@quartermaster/contract/endpoints/templates.ts';
import type { Query } from '../../../core/database/database.ts';
import { sqlText } from '../../../core/database/sql-text.ts';
import type { StoredField } from '../../../core/tables/content.ts';
import { type FieldPosition, inTreeOrder, type Removal } from '../../model/field-changes.ts';
import { templateScope } from '../../model/template-scope.ts';
import type { ItemRange } from './item-range.ts';

/** A removed field in a list. */
export interface ListedRemoval {
  field: StoredField;
  template_version: number;
  removed_at: Date;
  items: number;
}

const listed = 500;

/** Within one save, each field before the fields inside it. */
export function inRemovedOrder(removals: readonly ListedRemoval[]): ListedRemoval[] {
  return [...Map.groupBy(removals, ({ template_version }) => template_version).values()].flatMap((together) => {
    const byId = new Map(together.map((removal) => [removal.field.id, removal]));
    const parentOf = ({ parentId }: StoredField) => (parentId !== null && byId.has(parentId) ? parentId : null);
    const tree = buildTree(together.map(({ field }) => ({ ...field, parentId: parentOf(field) })));
    return inTreeOrder(tree).flatMap(({ id }) => byId.get(id) ?? []);
  });
}

/** A removed field in its API form. */
export const toRemovedField = ({ field, removed_at, items }: ListedRemoval): RemovedField => ({
  id: field.id,
  // Row types never occur in a template.
  settings: field.settings as RemovedField['settings'],
  parentId: field.parentId,
  order: field.order,
  removed_at: new Date(removed_at).toISOString(),
  items,
});

/** Restorable fields, latest removal first, with the number of items that had a value. */
export const listRemovals = (query: Query, templateKey: number): Promise<ListedRemoval[]> =>
  query<ListedRemoval>(
    `select field, template_version, removed_at, items from field_removals
      where template_key = $1 order by template_version desc, field_id limit ${listed}`,
    [templateKey],
  );

/** Returns those of the fields that are restorable, by id. */
export async function findRemovals(
  query: Query,
  templateKey: number,
  fieldIds: readonly string[],
): Promise<Map<string, Removal>> {
  if (fieldIds.length === 0) return new Map();
  const rows = await query<Removal>(
    `select field, groups from field_removals
      where template_key = $1 and field_id = any(array(select jsonb_array_elements_text($2::jsonb)))`,
    [templateKey, JSON.stringify(fieldIds)],
  );
  return new Map(rows.map((removal) => [removal.field.id, removal]));
}

/** Stores the fields that a template version removed; items with values are counted as their values are removed. */
export async function insertRemovals(
  query: Query,
  {
    templateKey,
    removed,
    version,
    at,
  }: { templateKey: number; removed: readonly FieldPosition[]; version: number; at: Date },
): Promise<void> {
  const rows = removed.map(({ field, groups, leaves }) => ({
    field,
    groups,
    value_keys: leaves.map((leaf) => leaf.field.key),
  }));
  await query(
    `insert into field_removals (template_key, field_id, field, groups, value_keys, template_version, removed_at)
      select $1, r.field->>'id', r.field, r.groups, r.value_keys, $2, $3::timestamptz
      from jsonb_to_recordset($4::jsonb) r (field jsonb, groups jsonb, value_keys jsonb)`,
    [templateKey, version, at.toISOString(), JSON.stringify(rows)],
  );
}

/** Adds the items of a range that had values to the counts of the fields that a version removed. */
export async function countRemoved(
  query: Query,
  { templateKey, version }: { templateKey: number; version: number },
  { after, last }: ItemRange,
) {
  await query(
    `update field_removals r set items = r.items + (
        select count(distinct v.item_id)::int from removed_values v where v.template_key = $1
          and v.field_key = any(array(select jsonb_array_elements_text(r.value_keys)::int)) and v.item_id > $3 and v.item_id <= $4)
      where r.template_key = $1 and r.template_version = $2`,
    [templateKey, version, after, last],
  );
}

/** Deletes the removals of fields; their stored values are deleted by the template change. */
export async function deleteRemovals(query: Query, templateKey: number, removals: readonly Removal[]): Promise<void> {
  await query(
    'delete from field_removals where template_key = $1 and field_id = any(array(select jsonb_array_elements_text($2::jsonb)))',
    [templateKey, JSON.stringify(removals.map(({ field }) => field.id))],
  );
}

/** Rows deleted by one statement. */
const rowsAtOnce = 2000;

/** SQL: true for rows of an item that is not in the trash: restoring one gives it the values of fields that are back by then. */
export const isNotInTrash = (row: string): string => sqlText`
  not exists (select 1 from trash h where h.template_key = ${row}.template_key and h.item_id = ${row}.item_id)
`;

/** Deletes a batch of stored values that no removal refers to any more; returns false if there are none. */
export async function deleteOrphanedValues(
  query: Query,
  templateKey: number,
  fieldKeys: readonly number[],
): Promise<boolean> {
  if (fieldKeys.length === 0) return false;
  const { values, scope } = templateScope(templateKey);
  const keys = fieldKeys.map((key) => scope.bind(key, 'int')).join(', ');
  const deleted = await query(
    `delete from removed_values where ctid = any(array(
        select v.ctid from removed_values v
        where v.template_key = ${scope.template} and v.field_key in (${keys}) and ${isNotInTrash('v')} limit ${rowsAtOnce})) returning 1`,
    values,
  );
  if (deleted.length > 0) return true;
  const documents = await query(
    `delete from removed_documents where ctid = any(array(
        select d.ctid from (${unusedVersions}) u cross join lateral (
          select v.ctid from removed_documents v
          where v.template_key = $1 and v.version = u.version and ${isNotInTrash('v')} limit ${rowsAtOnce}) d limit ${rowsAtOnce}))
      returning 1`,
    [templateKey],
  );
  return documents.length > 0;
}

/** Versions with stored values that no restorable field refers to; each is found with one index lookup. */
const unusedVersions = `with recursive versions (version) as (
    select min(version) from removed_documents where template_key = $1
    union all
    select (select min(version) from removed_documents where template_key = $1 and version > v.version) from versions v where v.version is not null)
  select v.version from versions v where v.version is not null
    and not exists (select 1 from field_removals r where r.template_key = $1 and r.template_version = v.version)`;
