import type { Query } from '../../core/database/database.ts';

/** The names of those of these accounts who show others where they are. */
export async function readShownNames(
  query: Query,
  accountIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await query<{ id: number; name: string }>(
    'select id, name from accounts where id = any($1::int[]) and shows_presence',
    [accountIds],
    'presence-names',
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Whether others are shown where an account is. */
export async function readShowsPresence(query: Query, accountId: number): Promise<boolean> {
  const [row] = await query<{ shows_presence: boolean }>('select shows_presence from accounts where id = $1', [
    accountId,
  ]);
  return row?.shows_presence ?? false;
}

/** Turns that on or off. */
export const writeShowsPresence = (query: Query, accountId: number, isOn: boolean): Promise<unknown> =>
  query('update accounts set shows_presence = $2 where id = $1', [accountId, isOn]);
