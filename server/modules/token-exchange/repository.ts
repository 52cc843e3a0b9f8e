import type { Query } from '../../core/database/database.ts';

export interface Person {
  id: number;
  email: string;
  /** Unix seconds; sessions issued earlier are invalid. */
  sessionsSince: number;
}

export async function findPerson(query: Query, email: string): Promise<Person | undefined> {
  const [row] = await query<{ id: number; email: string; sessions_since: string }>(
    'select id, email, sessions_since from accounts where lower(email) = lower($1)',
    [email],
    'exchange-person',
  );
  return row && { id: row.id, email: row.email, sessionsSince: Number(row.sessions_since) };
}
