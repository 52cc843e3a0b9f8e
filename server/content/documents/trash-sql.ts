import { sqlText } from '../../core/database/sql-text.ts';

/** Placeholders of who deletes items, when, and in which change set. */
interface Deleting {
  /** The account, the kind of actor and the origin, and where they are read if that is not bound. */
  author: { columns: string; from?: string };
  at: string;
  changeSetId: string;
}

/**
 * SQL: stores deleted items so that they can be restored. `gone` has the `template_key`, `id`, `label`, `version`,
 * `synced_hash` and `synced_version` that each had before; their deletion is the revision with the next version.
 */
export const trashItemsSql = (deleted: string, { author, at, changeSetId }: Deleting): string => sqlText`
  insert into trash (instance_id, template_key, template_id, item_id, label, version, rest, account_id, actor, origin, change_set_id, deleted_at)
  select t.instance_id, t.key, t.id, g.id, g.label, g.version + 1,
    jsonb_build_object('templateVersion', t.version, 'syncedHash', g.synced_hash, 'syncedVersion', g.synced_version),
    ${author.columns}, ${changeSetId}, ${at}
  from ${deleted} g
  join templates t on t.key = g.template_key
  ${author.from ?? ''}
`;

/** The columns of a deleted row of `items` that {@link trashItemsSql} reads. */
export const trashedColumns = (item: string): string =>
  ['template_key', 'id', 'label', 'version', 'synced_hash', 'synced_version']
    .map((name) => `${item}.${name}`)
    .join(', ');
