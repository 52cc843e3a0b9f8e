/** Codes of PostgreSQL and of the system for a server that is away, stops, is full or does not come to it in time. */
const codes = new Set([
  // After a fail-over: a server that takes no changes yet.
  '25006',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '40001',
  '40P01',
  '53300',
  '55P03',
  '57014',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/** What `pg` says without a code. */
const sentences = new Set([
  'Cannot use a pool after calling end on the pool',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Connection terminated',
  'Connection terminated due to connection timeout',
  'Connection terminated unexpectedly',
  'Query read timeout',
  'timeout exceeded when trying to connect',
  'timeout expired',
]);

/** Whether somebody else's server was not to be had, so that another try may succeed. Drizzle wraps what `pg` says. */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, message, cause } = error as Error & { code?: unknown };
  if (sentences.has(message)) return true;
  return (typeof code === 'string' && codes.has(code)) || isLostConnection(cause);
}

/** Whether its connection is of no more use: it is gone, or still busy with what was given up. */
export const isDead = (error: unknown): boolean => isLostConnection(error) && !isSaidByServer(error);

/** Whether the server itself has answered with it, so that the connection is there. Drizzle wraps what `pg` says. */
const isSaidByServer = (error: unknown): boolean =>
  error instanceof Error && ('severity' in error || isSaidByServer(error.cause));
