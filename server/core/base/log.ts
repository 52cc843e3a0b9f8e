import type { FastifyRequest } from 'fastify';

/** Never to be seen in a log, wherever it turns up. */
const secret = ['authorization', 'cookie', '["set-cookie"]', 'password', 'token', 'secret'];

/** Options of the structured log: one JSON line an entry on standard output. */
export const logOptions = (level: string) => ({
  level,
  redact: {
    paths: secret
      .flatMap((name) =>
        ['', '*', '*.*', '*.*.*'].map((depth) =>
          name.startsWith('[') ? depth + name : depth ? `${depth}.${name}` : name,
        ),
      )
      .filter((path) => path !== ''),
    censor: '[redacted]',
  },
  serializers: { req: requestLine, err: errorLine },
});

/** How the log is written. */
export type LogOptions = ReturnType<typeof logOptions>;

/** A query may carry a signed address. */
const requestLine = ({ method, url, ip }: FastifyRequest) => ({ method, path: url.split('?')[0], ip });

/** An error without the values of its query: Drizzle writes them into its message. */
function errorLine(error: Error & { code?: string; query?: string; cause?: unknown }) {
  const told = error.query !== undefined && error.cause instanceof Error ? (error.cause as typeof error) : error;
  return { type: told.name, message: told.message, code: told.code, stack: told.stack ?? '' };
}
