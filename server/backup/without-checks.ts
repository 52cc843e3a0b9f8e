import type { Query } from '../core/database/database.ts';

interface Dropped {
  table: string;
  name: string;
  definition: string;
}

/**
 * Fills tables of a database that nobody else uses yet, inside the caller's transaction, without triggers, as the rows have what these
 * write, and without foreign keys, which are checked at the end: so the order of the tables does not matter. It needs no rights
 * but those of the owner of the tables.
 */
export async function withoutChecks(query: Query, work: () => Promise<void>): Promise<void> {
  const keys = await query<Dropped>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`,
    [],
  );
  const triggers = await query<Dropped>(
    `select t.tgrelid::regclass::text as table, quote_ident(t.tgname) as name, pg_get_triggerdef(t.oid) as definition
      from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where not t.tgisinternal and c.relnamespace = 'public'::regnamespace order by 1, 2`,
    [],
  );
  for (const { table, name } of keys) await query(`alter table ${table} drop constraint ${name}`, []);
  for (const { table, name } of triggers) await query(`drop trigger ${name} on ${table}`, []);
  await work();
  for (const { table, name, definition } of keys)
    await query(`alter table ${table} add constraint ${name} ${definition}`, []);
  for (const { definition } of triggers) await query(definition, []);
}
