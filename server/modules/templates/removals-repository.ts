import { buildTree } from '@quartermaster/contract/template-tree.ts';
import type { RemovedField } from '@quartermaster/contract/templates.ts';
import type { Query } from '../../core/database/database.ts';
import type { StoredField } from '../../core/tables/content.ts';
import type { Slot } from '../../core/template-model.ts';
import { inTreeOrder, type Place, type Removal } from './template-changes.ts';
import { pathSql } from './value-sql.ts';

/** A removed field as it is listed. */
export interface ListedRemoval {
  field: StoredField;
  template_version: number;
  removed_at: Date;
  items: number;
}

const listed = 500;

/** Of what one save has removed, each field before what it held. */
export function inRemovedOrder(removals: readonly ListedRemoval[]): ListedRemoval[] {
  return [...Map.groupBy(removals, ({ template_version }) => template_version).values()].flatMap((together) => {
    const byId = new Map(together.map((removal) => [removal.field.id, removal]));
    const parentOf = ({ parentId }: StoredField) => (parentId !== null && byId.has(parentId) ? parentId : null);
    const tree = buildTree(together.map(({ field }) => ({ ...field, parentId: parentOf(field) })));
    return inTreeOrder(tree).flatMap(({ id }) => byId.get(id) ?? []);
  });
}

/** A removed field as the API answers it. */
export const toRemovedField = ({ field, removed_at, items }: ListedRemoval): RemovedField => ({
  id: field.id,
  // Rows of dynamic groups are in no template.
  settings: field.settings as RemovedField['settings'],
  parentId: field.parentId,
  order: field.order,
  removed_at: new Date(removed_at).toISOString(),
  items,
});

/** Fields that can come back, the last removed first, with how many items had a value then. */
export const listRemovals = (query: Query, templateKey: number): Promise<ListedRemoval[]> =>
  query<ListedRemoval>(
    `select field, template_version, removed_at, items from field_removals
      where template_key = $1 order by template_version desc, field_id limit ${listed}`,
    [templateKey],
  );

/** Which of these fields can come back, by their id. */
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

/** Keeps fields that a version of the template is without, once their values are put aside. */
export async function insertRemovals(
  query: Query,
  templateKey: number,
  removed: readonly Place[],
  templateVersion: number,
  at: Date,
): Promise<void> {
  const rows = removed.map(({ field, groups, slots }) => ({
    field,
    groups,
    value_keys: slots.map((slot) => slot.field.key),
  }));
  await query(
    `insert into field_removals (template_key, field_id, field, groups, value_keys, items, template_version, removed_at)
      select $1, r.field->>'id', r.field, r.groups, r.value_keys, (
        select count(distinct v.item_id)::int from removed_values v
        where v.template_key = $1 and v.field_key = any(array(select jsonb_array_elements_text(r.value_keys)::int))
      ), $2, $3::timestamptz
      from jsonb_to_recordset($4::jsonb) r (field jsonb, groups jsonb, value_keys jsonb)`,
    [templateKey, templateVersion, at.toISOString(), JSON.stringify(rows)],
  );
}

/** Notes which items have rows of the dynamic groups that are about to be removed: no index tells it later. */
export async function keepRows(query: Query, templateKey: number, removed: readonly Slot[]): Promise<void> {
  for (const { field, groups } of removed.filter(({ holdsRows }) => holdsRows)) {
    await query(
      `insert into removed_values (template_key, field_key, item_id, version)
        select template_key, ${field.key}, id, version + 1 from items
        where template_key = $1 and jsonb_path_exists("values", ${pathSql([...groups, field.id])})`,
      [templateKey],
    );
  }
}

/** Forgets that fields were removed, with what was kept of their values. */
export async function deleteRemovals(query: Query, templateKey: number, removals: readonly Removal[]): Promise<void> {
  await query(
    'delete from removed_values where template_key = $1 and field_key = any(array(select jsonb_array_elements_text($2::jsonb)::int))',
    [templateKey, JSON.stringify(removals.map(({ field }) => field.key))],
  );
  await query(
    'delete from field_removals where template_key = $1 and field_id = any(array(select jsonb_array_elements_text($2::jsonb)))',
    [templateKey, JSON.stringify(removals.map(({ field }) => field.id))],
  );
}
