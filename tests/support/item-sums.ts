import type { Query } from '../../server/core/database/database.ts';

/** The rows of `item_sums` that are not the sum of the hashes of the items in them, and those that are missing. */
export const wrongSums = (query: Query) =>
  query(
    `select template_key, bucket, s.sum::text as stored, i.sum::text as sum
      from (select template_key, bucket, sum(sum) as sum from item_sums group by template_key, bucket) s
      full join (
        select template_key, id / 64 as bucket, sum(('x' || left(md5(id::text || hash::text), 12))::bit(48)::bigint) as sum
        from items group by template_key, id / 64
      ) i using (template_key, bucket)
      where coalesce(s.sum, 0) <> coalesce(i.sum, 0)`,
    [],
  );

/** The ids of the items that differ between two instances, found by reading all of them. */
export const comparedInFull = async (query: Query, sourceId: number, targetId: number): Promise<number[]> =>
  (
    await query<{ id: number }>(
      `select id from (select t.id as template_id, i.id, i.hash from items i join templates t on t.key = i.template_key where t.instance_id = $1) s
        full join (select t.id as template_id, i.id, i.hash from items i join templates t on t.key = i.template_key where t.instance_id = $2) t using (template_id, id)
        where s.hash is distinct from t.hash order by template_id, id`,
      [sourceId, targetId],
    )
  ).map(({ id }) => id);
