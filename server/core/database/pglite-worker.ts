/** The thread of the embedded database: runs the statements that it receives, in their order. */
import { parentPort, workerData } from 'node:worker_threads';
import type { PGlite, Results } from '@electric-sql/pglite';
import { startPglite } from './pglite-engine.ts';
import { lifecycleId, type PgliteReply, type PgliteRequest, toWire, type WireResult } from './pglite-messages.ts';

const reply = (message: PgliteReply): void => parentPort?.postMessage(message);
const unparsed = (text: string) => text;

async function run(client: PGlite, { text, values, unparsed: kept = [] }: PgliteRequest): Promise<WireResult[]> {
  const parsers = Object.fromEntries(kept.map((type) => [type, unparsed]));
  const options = { rowMode: 'array', parsers } as const;
  const results = values ? [await client.query<unknown[]>(text, values, options)] : await client.exec(text, options);
  return (results as Results<unknown[]>[]).map(({ fields, rows, command }) => ({
    names: fields.map(({ name }) => name),
    rows,
    command,
  }));
}

async function answer(client: PGlite, request: PgliteRequest): Promise<void> {
  const { id } = request;
  try {
    if (id === lifecycleId) await client.close();
    reply({ id, results: id === lifecycleId ? [] : await run(client, request) });
  } catch (error) {
    reply({ id, error: toWire(error) });
  }
}

try {
  const client = await startPglite(workerData as string);
  parentPort?.on('message', (request: PgliteRequest) => void answer(client, request));
  reply({ id: lifecycleId, results: [] });
} catch (error) {
  reply({ id: lifecycleId, error: toWire(error) });
}
