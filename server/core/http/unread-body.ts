import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/**
 * How much, and for how long, is read and discarded so that a client that is still sending receives the error response.
 */
const mostBytes = 64 * 1024 * 1024;
const mostMilliseconds = 5000;

/** Small bodies usually arrive together with the headers, so the connection can be kept. */
const small = 64 * 1024;

/** The `Content-Length` of a request, in bytes. */
export function declaredLength({ headers }: IncomingMessage): number | undefined {
  const length = headers['content-length'];
  return length === undefined ? undefined : Number(length);
}

/** True if the request has a body. */
export const hasBody = (raw: IncomingMessage): boolean =>
  raw.headers['transfer-encoding'] !== undefined || (declaredLength(raw) ?? 0) > 0;

const waiting = new WeakSet<IncomingMessage>();

/** Defers the response to `Expect: 100-continue` until the body is read, so that a refused body is never sent. */
export function waitWithContinue({ server }: FastifyInstance): void {
  server.on('checkContinue', (request, response) => {
    waiting.add(request);
    server.emit('request', request, response);
  });
}

/** True once, if the client is waiting for `100 Continue`. */
export const takeContinue = (raw: IncomingMessage): boolean => waiting.delete(raw);

/**
 * True if the connection has to be closed after the response, because unread bytes would be parsed as the next request.
 */
export const isUnread = (raw: IncomingMessage): boolean =>
  raw.complete === false &&
  (waiting.has(raw) || raw.headers['transfer-encoding'] !== undefined || (declaredLength(raw) ?? 0) > small);

/**
 * A response to a client that may still be sending. Closing at once would make the system reset the connection and lose
 * the response, so the rest of the body is discarded first, within limits.
 */
export const whileSending = (raw: IncomingMessage, answer: string): Readable =>
  Readable.from(
    (async function* () {
      yield Buffer.from(answer);
      // A client that waits for `100 Continue` is not sending.
      if (!waiting.has(raw)) await discard(raw);
    })(),
    { objectMode: false },
  );

async function discard(raw: IncomingMessage): Promise<void> {
  if (raw.complete || raw.destroyed) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  let bytes = 0;
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > mostBytes) resolve();
  };
  const timer = setTimeout(resolve, mostMilliseconds);
  raw.on('data', count).once('end', resolve).once('close', resolve).once('error', resolve);
  raw.resume();
  await promise;
  clearTimeout(timer);
  raw.off('data', count);
}
