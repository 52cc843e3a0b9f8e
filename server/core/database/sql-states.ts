/** The code of PostgreSQL that an error carries, if it carries one. */
export function sqlStateOf(error: unknown): string | undefined {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}

/** True if a write was refused by this unique constraint or index. */
export const violates = (error: unknown, name: string): boolean =>
  sqlStateOf(error) === '23505' && (error as { constraint?: unknown }).constraint === name;

/** True if PostgreSQL has aborted one of two transactions that waited for each other: it can be retried. */
export const isDeadlock = (error: unknown): boolean => sqlStateOf(error) === '40P01';

/** True if rows were still locked when the `lock_timeout` ended. */
export const isLockTimeout = (error: unknown): boolean => sqlStateOf(error) === '55P03';

/** True if a statement names a table that there is not. */
export const isMissingTable = (error: unknown): boolean => sqlStateOf(error) === '42P01';
