/** The code of PostgreSQL that an error carries, if it carries one; Drizzle wraps the errors of `pg`. */
export function sqlStateOf(error: unknown): string | undefined {
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  if (typeof code === 'string') return code;
  return typeof cause === 'object' && cause !== null ? sqlStateOf(cause) : undefined;
}

/** True if a write was refused by this unique constraint or index. */
export function violates(error: unknown, name: string): boolean {
  const { code, constraint, cause } = error as { code?: unknown; constraint?: unknown; cause?: unknown };
  if (code === '23505') return constraint === name;
  return typeof cause === 'object' && cause !== null && violates(cause, name);
}

/** True if PostgreSQL has aborted one of two transactions that waited for each other: it can be retried. */
export const isDeadlock = (error: unknown): boolean => sqlStateOf(error) === '40P01';

/** True if rows were still locked when the `lock_timeout` ended. */
export const isLockTimeout = (error: unknown): boolean => sqlStateOf(error) === '55P03';
