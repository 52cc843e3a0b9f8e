import { countsSql } from './counts-sql.ts';

/**
 * SQL: all values of a revision, by its alias; null if what they are stored in is not kept. A revision may store only what
 * differs from an earlier one, so its column `values` is read here and nowhere else; only those staged by a change set that
 * is not applied yet are always whole.
 */
export const revisionValuesSql = (alias: string): string =>
  `case when ${alias}.base_version is null then ${alias}."values" else revision_values(${alias}) end`;

/** SQL: the bytes that the values of a revision take, compressed, or as differences. */
export const storedBytesSql = (alias: string): string => `pg_column_size(${alias}."values")`;

/** SQL: the values of a revision that is stored whole; null for others. */
export const wholeValuesSql = (alias: string): string =>
  `case when ${alias}.base_version is null then ${alias}."values" end`;

/** SQL: the values `base."values"` that a revision is stored as differences from; none for a whole one. */
export const revisionBaseSql = (alias: string): string => `
  left join lateral (
    select b."values" from item_revisions b
    where b.template_key = ${alias}.template_key and b.item_id = ${alias}.item_id and b.version = ${alias}.base_version and b.base_version is null
      and ${countsSql('b')}
    limit 1
  ) base on ${alias}.base_version is not null`;

/** SQL: the value of one field of a revision, joined with {@link revisionBaseSql}: much cheaper than all of them. */
export const revisionValueSql = (alias: string, fieldId: string): string =>
  `case when ${alias}.base_version is null or ${alias}."values" ? ${fieldId} then ${alias}."values"->${fieldId}
    when not ${fieldId} = any(coalesce(${alias}.removed, '{}')) then base."values"->${fieldId} end`;

/**
 * SQL: all values of a revision, joined with {@link revisionBaseSql}: the same as {@link revisionValuesSql},
 * and cheaper for many revisions.
 * Always decompressed, so that fields can be taken out one by one.
 */
export const joinedValuesSql = (alias: string): string =>
  `case when ${alias}.base_version is null then ${alias}."values" || '{}' else (base."values" - coalesce(${alias}.removed, '{}')) || ${alias}."values" end`;
