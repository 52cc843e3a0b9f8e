import type { TestServer } from './server.ts';

/**
 * What is no content: when a token was used, the numbers that events get once they are read, and the next id of an item, which a save in
 * any instance takes.
 */
const upkeep: Record<string, string> = { project_tokens: 'last_used_at', events: 'position', projects: 'next_item_id' };

/** A digest of each table but those left out; of content, without that of some instances. */
export async function tableDigests(
  { app }: TestServer,
  leftOut: RegExp,
  without: readonly number[] = [],
): Promise<Record<string, string>> {
  const { query } = app.deps.database;
  const tables = await query<{ name: string; has_instance: boolean; has_template: boolean }>(
    `select c.table_name as name, bool_or(c.column_name = 'instance_id') as has_instance, bool_or(c.column_name = 'template_key') as has_template
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' group by c.table_name order by c.table_name`,
    [],
  );
  const found: Record<string, string> = {};
  for (const { name, has_instance, has_template } of tables) {
    // Where consumers of events stand.
    if (name === 'event_consumers' || leftOut.test(name)) continue;
    const rows = upkeep[name] === undefined ? 'to_jsonb(t)' : `to_jsonb(t) - '${upkeep[name]}'`;
    const outside = has_instance
      ? 'where t.instance_id <> all($1::int[])'
      : has_template
        ? `where $1::int[] = '{}' or t.template_key in (select key from templates where instance_id <> all($1::int[]))`
        : 'where $1::int[] is not null';
    const [row] = await query<{ digest: string }>(
      `select md5(coalesce(string_agg(x::text, ',' order by x::text), '')) as digest from (select ${rows} as x from ${name} t ${outside}) all_rows`,
      [`{${without.join(',')}}`],
    );
    found[name] = row?.digest ?? '';
  }
  return found;
}
