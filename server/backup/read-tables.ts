import type { Query } from '../core/database/database.ts';

/** A table with the columns that are stored, by name. */
export interface TableColumns {
  name: string;
  columns: string[];
}

/** Bytes of rows that are fetched at once, about. */
const fetchedLength = 4 * 1024 * 1024;

/**
 * Begins to read: everything is from the same moment, and every value has the same text on any database. The first statement of its
 * transaction.
 */
export async function beginReading(query: Query): Promise<void> {
  await query('set transaction isolation level repeatable read, read only', []);
  await useSameText(query);
}

/** Makes the texts of values independent of the settings of a database, until the end of the transaction. */
export async function useSameText(query: Query): Promise<void> {
  const settings = {
    timezone: 'UTC',
    datestyle: 'ISO, MDY',
    intervalstyle: 'postgres',
    extra_float_digits: '1',
    bytea_output: 'hex',
    // A large table takes longer than a request may.
    statement_timeout: '0',
    idle_in_transaction_session_timeout: '0',
  };
  for (const [name, value] of Object.entries(settings)) await query('select set_config($1, $2, true)', [name, value]);
}

/**
 * All tables of the product, and of the job queue those with the queues and their jobs: what it counts besides, it counts again. Names
 * of columns are in an order that does not depend on when they were added.
 */
export const listTables = (query: Query): Promise<TableColumns[]> =>
  query<TableColumns>(
    `select n.nspname || '.' || c.relname as name, json_agg(a.attname order by a.attname) as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where (n.nspname = 'public' and c.relkind = 'r'
          and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e'))
        or (n.nspname = 'pgboss' and c.relname in ('queue', 'job'))
      group by n.nspname, c.relname order by n.nspname desc, c.relname`,
    [],
  );

/** The sequences of the product's ids, with the last one; null if there was none. */
export const listSequences = (query: Query): Promise<{ name: string; last: number | null; table: string | null }[]> =>
  query(
    `select s.sequencename as name, s.last_value as last,
        (select 'public.' || o.relname from pg_depend d join pg_class o on o.oid = d.refobjid
          where d.objid = format('public.%I', s.sequencename)::regclass and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')) as table
      from pg_sequences s where s.schemaname = 'public' order by 1`,
    [],
  );

/** The version of the job queue's tables; null if they do not exist yet. */
export async function readJobsVersion(query: Query): Promise<number | null> {
  const [table] = await query<{ found: boolean }>(`select to_regclass('pgboss.version') is not null as found`, []);
  if (!table?.found) return null;
  const [row] = await query<{ version: number }>('select version from pgboss.version', []);
  return row?.version ?? null;
}

/** The migrations that a database has. */
export const readMigrations = async (query: Query): Promise<string[]> =>
  (await query<{ tag: string }>('select tag from schema_migrations order by tag', [])).map(({ tag }) => tag);

/** `public.items` as `"public"."items"`. */
export const quoted = (name: string): string => name.split('.').map(quotedColumn).join('.');

/** A column's name in a statement. */
export const quotedColumn = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The rows of a table as JSON objects, inside a transaction. `where` must not contain values from outside. */
export async function* readRows(query: Query, { name, columns }: TableColumns, where = 'true'): AsyncGenerator<string> {
  const listed = columns.map(quotedColumn).join(', ');
  yield* readText(
    query,
    `select row_to_json(r)::text as row from (select ${listed} from ${quoted(name)} t where ${where}) r`,
  );
}

/** The column `row` of a statement, fetched in steps of a bounded size. */
export async function* readText(query: Query, statement: string): AsyncGenerator<string> {
  await query(`declare archived no scroll cursor for ${statement}`, []);
  let step = 100;
  for (;;) {
    const rows = await query<{ row: string }>(`fetch ${step} from archived`, []);
    if (rows.length === 0) break;
    let length = 1;
    for (const { row } of rows) {
      length += row.length;
      yield row;
    }
    step = Math.max(1, Math.min(5000, Math.floor((fetchedLength * rows.length) / length)));
  }
  await query('close archived', []);
}
