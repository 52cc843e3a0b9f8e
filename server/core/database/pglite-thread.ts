import { Worker } from 'node:worker_threads';
import { createTurns } from '../base/turns.ts';
import type { PgliteClient, PgliteOptions, PgliteStatements } from './pglite-client.ts';
import {
  fromWire,
  lifecycleId,
  type PgliteMessage,
  type PgliteNotification,
  type PgliteRequest,
  type WireResult,
} from './pglite-messages.ts';

/** Next to this file in the sources; built, next to the program, whose chunks are in a folder. */
const file = import.meta.filename.endsWith('.ts') ? './pglite-worker.ts' : '../pglite-worker.js';

/** Replaced by tests. */
interface ThreadSettings {
  program?: URL;
  /** Called if the thread fails; by default the process ends, to be started again from outside. */
  onFailed?: (error: Error) => void;
}

/** Starts the embedded database in its own thread, so that no statement blocks the process. */
export async function startPgliteThread(
  folder: string,
  { program = new URL(file, import.meta.url), onFailed = raise }: ThreadSettings = {},
): Promise<PgliteClient> {
  const { send, stop, listeners } = await startThread(folder, program, onFailed);
  const turns = createTurns({ atOnce: 1 });
  /** A statement runs after those sent before it, so its turn ends as soon as it is sent. */
  const inTurn = async (request: Omit<PgliteRequest, 'id'>): Promise<WireResult[]> => {
    const { sent } = await turns(async () => ({ sent: send(request) }));
    return sent;
  };
  return {
    ...statements(inTurn),
    transaction: (work) => turns(() => inTransaction(send, work)),
    onNotification: (onMessage) => {
      const listener = ({ channel, payload }: PgliteNotification) => onMessage(channel, payload);
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => turns(stop),
  };
}

type Send = (request: Omit<PgliteRequest, 'id'>) => Promise<WireResult[]>;

interface Thread {
  send: Send;
  stop: () => Promise<void>;
  /** Called with each notification. */
  listeners: Set<(notification: PgliteNotification) => void>;
}

interface Pending {
  resolve: (results: WireResult[]) => void;
  reject: (error: Error) => void;
}

/** Resolves once the database is open; rejects if it cannot be opened. */
async function startThread(folder: string, program: URL, onFailed: (error: Error) => void): Promise<Thread> {
  const worker = new Worker(program, { workerData: folder });
  const pending = new Map<number, Pending>();
  let lastId = lifecycleId;
  let failure: Error | undefined;
  const post = (request: PgliteRequest): Promise<WireResult[]> => {
    if (failure) return Promise.reject(failure);
    return new Promise((resolve, reject) => {
      pending.set(request.id, { resolve, reject });
      // A thread without work does not keep the process alive.
      worker.ref();
      worker.postMessage(request);
    });
  };
  const listeners: Thread['listeners'] = new Set();
  worker.on('message', (reply: PgliteMessage) => {
    if ('notification' in reply) {
      for (const listener of listeners) listener(reply.notification);
      return;
    }
    const request = pending.get(reply.id);
    pending.delete(reply.id);
    if (pending.size === 0) worker.unref();
    if ('error' in reply) request?.reject(fromWire(reply.error));
    else request?.resolve(reply.results);
  });
  const opened = new Promise<WireResult[]>((resolve, reject) => pending.set(lifecycleId, { resolve, reject }));
  const fail = (cause: unknown) => {
    if (failure) return;
    failure = Object.assign(new Error('The embedded database has failed.', { cause }), { code: crashed });
    for (const { reject } of pending.values()) reject(failure);
    pending.clear();
    onFailed(failure);
  };
  worker.on('error', fail);
  worker.on('exit', (code) => fail(new Error(`Its thread ended with ${code}.`)));
  await opened.catch((error: unknown) => {
    failure = error as Error;
    void worker.terminate();
    throw error;
  });
  return {
    listeners,
    send: (request) => post({ id: ++lastId, ...request }),
    stop: async () => {
      await post({ id: lifecycleId, text: '' });
      failure = new Error('The embedded database is closed.');
      await worker.terminate();
    },
  };
}

function raise(error: Error): never {
  throw error;
}

/** PostgreSQL’s code for a server that has crashed. */
const crashed = '57P02';

const statements = (send: Send): PgliteStatements => ({
  query: async <R>(text: string, values: unknown[] = [], { rowMode, asBytes = false }: PgliteOptions = {}) => {
    const [result] = await send({ text, values, asBytes });
    return { rows: (rowMode === 'array' ? (result?.rows ?? []) : objectsOf(result)) as R[] };
  },
  exec: async (text) => (await send({ text })).map((result) => ({ rows: objectsOf(result) })),
});

const objectsOf = ({ names, rows }: WireResult = { names: [], rows: [] }): Record<string, unknown>[] =>
  rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at]])));

async function inTransaction<T>(send: Send, work: (tx: PgliteStatements) => Promise<T>): Promise<T> {
  let isOver = false;
  const inside: Send = (request) => (isOver ? Promise.reject(new Error('The transaction has ended.')) : send(request));
  await send({ text: 'begin' });
  try {
    const done = await work(statements(inside));
    isOver = true;
    const [committed] = await send({ text: 'commit' });
    if (committed?.command === 'ROLLBACK')
      throw Object.assign(new Error('The transaction was rolled back, as one of its statements failed.'), {
        code: '25P02',
      });
    return done;
  } catch (error) {
    if (!isOver) {
      isOver = true;
      await send({ text: 'rollback' });
    }
    throw error;
  }
}
