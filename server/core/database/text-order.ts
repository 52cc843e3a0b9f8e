import type { Database } from './database.ts';
import { withLongTimeout } from './timeouts.ts';

/** An arbitrary number; the advisory lock that servers starting at the same time share. */
const orderLock = 7_164_003;

/** The versions of ICU that built the indexes of texts and that the database uses now, if they differ. */
const staleOrder = `select collversion as built_by, pg_collation_actual_version(oid) as used from pg_collation
  where oid = '"natural"'::regcollation and collversion is distinct from pg_collation_actual_version(oid)`;

const dependentIndexes = `select distinct i.indexrelid::regclass::text as name
  from pg_depend d join pg_index i on i.indexrelid = d.objid
  where (d.refclassid, d.refobjid) in (
    ('pg_collation'::regclass::oid, '"natural"'::regcollation::oid), ('pg_proc'::regclass::oid, 'fold(text)'::regprocedure::oid))`;

interface RebuiltOrder {
  built_by: string;
  used: string;
  indexes: number;
}

/**
 * Rebuilds the indexes of texts if another version of ICU has built them, in whose order of characters they may differ;
 * undefined if they are up to date.
 */
export async function rebuildTextOrder({ query, transaction }: Database): Promise<RebuiltOrder | undefined> {
  if ((await query(staleOrder, [])).length === 0) return undefined;
  return withLongTimeout(() =>
    transaction(async (inTransaction) => {
      await inTransaction('select pg_advisory_xact_lock($1)', [orderLock]);
      const [versions] = await inTransaction<{ built_by: string; used: string }>(staleOrder, []);
      if (!versions) return undefined;
      const indexes = await inTransaction<{ name: string }>(dependentIndexes, []);
      for (const { name } of indexes) await inTransaction(`reindex index ${name}`, []);
      await inTransaction('alter collation "natural" refresh version', []);
      return { ...versions, indexes: indexes.length };
    }),
  );
}
