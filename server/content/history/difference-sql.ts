import { contentLimits } from '@quartermaster/contract/content/content-limits.ts';
import { storedBytesSql } from '../model/revision-values.ts';

/** About the most bytes of versions that are compared for an answer. */
export const mostComparedBytes = 4 * 1024 * 1024;

/**
 * SQL: the size of comparing an item `i` in its version `r`. A version may be stored as a difference, so it is estimated: by the size of the
 * item now, and by that of what is stored, which is compressed.
 */
export const comparedBytesSql = `2 * greatest(i.bytes, 4 * ${storedBytesSql('r')})`;

/** SQL: `keys`, the ids of the fields in which the versions `n` and `b` differ. */
export const changedKeysSql = `select array(
      select coalesce(x.key, y.key) from jsonb_each(n."values") x full join jsonb_each(b."values") y on y.key = x.key
      where x.value is distinct from y.value
    ) as keys
    offset 0`;

/** SQL: the first of these fields, `d.keys`, with both values; `order` has the id and the position of each field, as `o (key, place)`. */
export const firstChangedSql = (order: string): string => `(
      select json_agg(json_build_object('id', x.key, 'before', b."values" -> x.key, 'after', n."values" -> x.key) order by x.place)
      from (
        select k.key, o.place from unnest(d.keys) k (key) join ${order} on o.key = k.key
        order by o.place limit ${contentLimits.quotedFields}
      ) x
    )`;
