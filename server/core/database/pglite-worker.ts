/** The thread of the embedded database: runs the statements that it receives, in their order. */
import { parentPort, workerData } from 'node:worker_threads';
import type { PGlite, Results } from '@electric-sql/pglite';
import { startPglite } from './pglite-engine.ts';
import { lifecycleId, type PgliteMessage, type PgliteRequest, toWire, type WireResult } from './pglite-messages.ts';

/** Bytes are transferred, not copied. */
const reply = (message: PgliteMessage, bytes: ArrayBuffer[] = []): void => parentPort?.postMessage(message, bytes);
const encoder = new TextEncoder();

async function run(client: PGlite, { text, values }: PgliteRequest): Promise<WireResult[]> {
  const options = { rowMode: 'array' } as const;
  const results = values ? [await client.query<unknown[]>(text, values, options)] : await client.exec(text, options);
  return (results as Results<unknown[]>[]).map(({ fields, rows, command }) => ({
    names: fields.map(({ name }) => name),
    rows,
    command,
  }));
}

/** Replaces the texts of results by their UTF-8, and returns it. */
function encodeTexts(results: WireResult[]): ArrayBuffer[] {
  const encoded: ArrayBuffer[] = [];
  for (const row of results.flatMap(({ rows }) => rows))
    for (const [at, value] of row.entries()) {
      if (typeof value !== 'string') continue;
      const bytes = encoder.encode(value);
      row[at] = bytes;
      encoded.push(bytes.buffer);
    }
  return encoded;
}

async function answer(client: PGlite, request: PgliteRequest): Promise<void> {
  const { id } = request;
  try {
    if (id === lifecycleId) await client.close();
    const results = id === lifecycleId ? [] : await run(client, request);
    reply({ id, results }, request.asBytes ? encodeTexts(results) : []);
  } catch (error) {
    reply({ id, error: toWire(error) });
  }
}

try {
  const client = await startPglite(workerData as string);
  client.onNotification((channel, payload) => reply({ notification: { channel, payload } }));
  parentPort?.on('message', (request: PgliteRequest) => void answer(client, request));
  reply({ id: lifecycleId, results: [] });
} catch (error) {
  reply({ id: lifecycleId, error: toWire(error) });
}
