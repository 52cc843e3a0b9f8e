import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/** How much, and for how long, is read and thrown away so that whoever still sends gets to read why it was refused. */
const mostBytes = 64 * 1024 * 1024;
const mostMilliseconds = 5000;

/** What arrives at once with its head: the connection can be kept. */
const small = 64 * 1024;

/** How many bytes a request says that its body has. */
export function declaredLength({ headers }: IncomingMessage): number | undefined {
  const length = headers['content-length'];
  return length === undefined ? undefined : Number(length);
}

/** Whether a body follows. */
export const hasBody = (raw: IncomingMessage): boolean =>
  raw.headers['transfer-encoding'] !== undefined || (declaredLength(raw) ?? 0) > 0;

const waiting = new WeakSet<IncomingMessage>();

/** Leaves it to the reading of bodies to answer `Expect: 100-continue`, so that what is refused is never sent. */
export function waitWithContinue({ server }: FastifyInstance): void {
  server.on('checkContinue', (request, response) => {
    waiting.add(request);
    server.emit('request', request, response);
  });
}

/** Whether the client waits for word to send its body; it is given that once. */
export const takeContinue = (raw: IncomingMessage): boolean => waiting.delete(raw);

/** Whether a connection has to end with the answer: what was not read would be taken for the next request. */
export const isUnread = (raw: IncomingMessage): boolean =>
  raw.complete === false &&
  (waiting.has(raw) || raw.headers['transfer-encoding'] !== undefined || (declaredLength(raw) ?? 0) > small);

/**
 * An answer to somebody who may still be sending. To close at once would have the system reset the connection, and the
 * answer would be lost with it: so the rest is thrown away first, within bounds.
 */
export const whileSending = (raw: IncomingMessage, answer: string): Readable =>
  Readable.from(
    (async function* () {
      yield Buffer.from(answer);
      // Nobody sends who waits for word.
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
