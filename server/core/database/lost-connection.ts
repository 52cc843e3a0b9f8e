/** Error codes of PostgreSQL and of the system for a server that is unreachable, stopping, full or too slow. */
const codes = new Set([
  // After a failover: a server that is still read-only.
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

/** Messages of `pg` that have no code. */
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

/** True if an external server was unavailable, so that a retry may succeed; also if another error wraps this one. */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, message, cause } = error as Error & { code?: unknown };
  if (sentences.has(message)) return true;
  return (typeof code === 'string' && codes.has(code)) || isLostConnection(cause);
}

/** True if the connection is unusable: it is broken, or still busy with an abandoned statement. */
export const isDead = (error: unknown): boolean => isLostConnection(error) && !isReportedByServer(error);

/** True if the server itself reported the error, so that the connection works. */
const isReportedByServer = (error: unknown): boolean =>
  error instanceof Error && ('severity' in error || isReportedByServer(error.cause));
