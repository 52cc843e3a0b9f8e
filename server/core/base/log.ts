import type { FastifyBaseLogger, FastifyRequest } from 'fastify';

/** Keys that are redacted wherever they appear in a log entry. */
const secret = ['authorization', 'cookie', '["set-cookie"]', 'password', 'token', 'secret'];

/** Options of the structured log: one JSON line per entry on standard output. */
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

/** Options of the server's log. */
export type LogOptions = ReturnType<typeof logOptions>;

/**
 * The log for the lines of requests, whose fields are fixed and contain no secret: redacting them takes longer than the
 * rest of a short request.
 */
export const requestLog = (log: FastifyBaseLogger): FastifyBaseLogger => log.child({}, { redact: [] });

/** The id of the trace to which a request belongs, from the header `traceparent` of a proxy (https://www.w3.org/TR/trace-context/). */
export const traceIdOf = (traceparent: string | string[] | undefined): string | undefined =>
  typeof traceparent === 'string' ? /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-/.exec(traceparent)?.[1] : undefined;

/** The query is omitted because it may contain a signed URL. */
const requestLine = ({ method, url, ip }: FastifyRequest) => ({ method, path: url.split('?')[0], ip });

/** Omits the other properties of an error: those of the database contain values of the query. */
const errorLine = ({ name, message, code, stack = '' }: Error & { code?: string }) => ({
  type: name,
  message,
  code,
  stack,
});
