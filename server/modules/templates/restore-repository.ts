import type { Query } from '../../core/database/database.ts';
import type { Slot } from '../../core/template-model.ts';
import { restoringSql, targetSql } from './restore-sql.ts';
import { indexedAs } from './value-sql.ts';

/** The template that removed fields come back to, and those that come back to where they were. */
export interface Restoring {
  templateKey: number;
  instanceId: number;
  slots: readonly Slot[];
}

/** Holds the items that links come back to, so that none is deleted before its link is there. */
export async function lockTargets(query: Query, { templateKey, instanceId, slots }: Restoring): Promise<void> {
  const links = slots.filter((slot) => indexedAs(slot) === 'link');
  if (links.length === 0) return;
  await query(
    `select count(*) from (select distinct target_id from removed_values where template_key = $1 and field_key in (${keysOf(links)})) v
      cross join lateral (${targetSql(links, 'v.target_id')} for key share of i) i`,
    [templateKey, instanceId],
  );
}

/** Gives items their values back, with their index rows; a revision is kept of each changed item. */
export async function restoreValues(query: Query, restoring: Restoring, accountId: number, at: Date): Promise<void> {
  await query(
    `with restoring as materialized (${restoringSql(restoring.slots)}),
    changed as (
      update items i set "values" = s."values", version = i.version + 1, updated_at = $4::timestamptz from restoring s
      where i.template_key = $1 and i.id = s.id and s.former is distinct from s."values"
      returning i.id, i.version, i.label, i."values", s.had, s.blocked),
    kept as (insert into item_revisions (template_key, item_id, version, action, label, "values", account_id, at)
      select $1, id, version, 'update', label, "values", $3::int, $4::timestamptz from changed),
    back as materialized (select v.* from changed c cross join lateral unnest(c.had) k (key)
      cross join lateral (select * from removed_values where template_key = $1 and field_key = k.key and item_id = c.id offset 0) v
      where k.key <> all (c.blocked)),
    indexed as (insert into item_values (template_key, field_key, item_id, number, text)
      select template_key, field_key, item_id, number, text from back where number is not null or text is not null)
    insert into item_links (instance_id, template_key, field_key, item_id, target_id)
      select $2::int, template_key, field_key, item_id, target_id from back where target_id is not null`,
    [restoring.templateKey, restoring.instanceId, accountId, at.toISOString()],
  );
}

const keysOf = (slots: readonly Slot[]): string => slots.map(({ field }) => field.key).join(', ');
