import type { Query } from '../../core/database/database.ts';

/**
 * Runs several statements of the account `$1` as one: a single round trip, on one connection. Returns the rows of each as
 * JSON has them.
 */
export async function readTogether<Rows extends Record<string, object>>(
  query: Query,
  statements: Record<keyof Rows, string>,
  accountId: number,
): Promise<{ [Name in keyof Rows]: Rows[Name][] }> {
  const columns = Object.entries(statements).map(
    ([name, sql]) => `(select coalesce(json_agg(part), '[]') from (${sql}) part) as ${name}`,
  );
  const [row] = await query<{ [Name in keyof Rows]: Rows[Name][] }>(
    `select ${columns.join(', ')}`,
    [accountId],
    'bootstrap-account',
  );
  if (!row) throw new Error('A statement without a table returned no row.');
  return row;
}
