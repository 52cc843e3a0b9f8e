import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';

/** Speaks enough of PostgreSQL’s protocol for a query without rows, and fails like the real one. */
export interface FakePostgres {
  url: string;
  /** Drops every connection without a message, like a server that is killed. */
  breakConnections: () => void;
  /** Accepts everything, including connections, but no longer answers. */
  fallSilent: () => void;
  /** Answers again. */
  speak: () => void;
  /** The number of open connections. */
  connections: () => number;
  close: () => Promise<void>;
}

const message = (type: string, ...parts: (Buffer | string)[]): Buffer => {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const authenticated = message('R', Buffer.from([0, 0, 0, 0]));
const ready = message('Z', 'I');
const complete = message('C', 'SELECT 0\0');
const noSuchTable = message('E', 'SERROR\0C42P01\0Mno such table\0\0');

/** By the first letter of the message: parse, bind, describe, execute, sync. */
const answers: Record<string, Buffer> = {
  P: message('1'),
  B: message('2'),
  D: message('n'),
  E: complete,
  S: ready,
};

/** An empty folder of migrations. */
export function noMigrations(folder: string): string {
  mkdirSync(join(folder, 'meta'), { recursive: true });
  writeFileSync(join(folder, 'meta/_journal.json'), '{"entries":[]}');
  return folder;
}

export async function startFakePostgres(): Promise<FakePostgres> {
  const open = new Set<Socket>();
  let isSilent = false;
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => {});
    let rest: Buffer = Buffer.alloc(0);
    let isStarted = false;
    socket.on('data', (chunk) => {
      rest = Buffer.concat([rest, chunk]);
      for (;;) {
        const head = isStarted ? 1 : 0;
        if (rest.length < head + 4) return;
        const length = head + rest.readInt32BE(head);
        if (rest.length < length) return;
        const message = rest.subarray(0, length);
        rest = rest.subarray(length);
        if (isSilent) continue;
        if (!isStarted) {
          isStarted = true;
          socket.write(Buffer.concat([authenticated, ready]));
          continue;
        }
        const type = message.toString('latin1', 0, 1);
        if (type === 'Q')
          socket.write(Buffer.concat([message.includes('schema_migrations') ? noSuchTable : complete, ready]));
        else if (type === 'X') socket.end();
        else socket.write(answers[type] ?? Buffer.alloc(0));
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const breakConnections = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: `postgres://nobody@127.0.0.1:${(server.address() as AddressInfo).port}/fake`,
    breakConnections,
    fallSilent: () => {
      isSilent = true;
    },
    speak: () => {
      isSilent = false;
    },
    connections: () => open.size,
    close: async () => {
      breakConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
