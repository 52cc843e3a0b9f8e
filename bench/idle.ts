import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from './support/bench.ts';
import type { Figure } from './support/report.ts';
import { startProduct } from './support/servers/product.ts';

/** After the start, whose statements do not count. */
const settling = 30_000;
const measured = 60_000;

/** What a server that nobody uses sends to PostgreSQL in a minute: each statement wakes both processors. */
export async function idle({ databaseUrl, folder }: Bench): Promise<Figure[]> {
  const counter = await countStatements(new URL(databaseUrl));
  const product = await startProduct({ dataDir: folder, databaseUrl: counter.url });
  try {
    await sleep(settling);
    const before = counter.statements();
    await sleep(measured);
    const product = counter.statements() - before;
    return [{ goal: 'idleStatements', name: 'statements of an idle server in a minute', unit: 'statements', product }];
  } finally {
    await product.stop();
    counter.stop();
  }
}

/** A server between the product and PostgreSQL that counts what PostgreSQL is asked to run. */
async function countStatements(target: URL) {
  let statements = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect(Number(target.port || 5432), target.hostname);
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        client.destroy();
        database.destroy();
      });
    }
    const count = countMessages(() => statements++);
    client.on('data', count);
    client.pipe(database);
    database.pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: Object.assign(new URL(target), { hostname: '127.0.0.1', port: String(port) }).href,
    statements: () => statements,
    stop: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Calls back for each `Query` and `Execute` of PostgreSQL's protocol; only the first message of a connection has no type. */
function countMessages(onStatement: () => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  let isFirst = true;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const start = isFirst ? 0 : 1;
      if (rest.length < start + 4) return;
      const end = start + rest.readInt32BE(start);
      if (rest.length < end) return;
      if (!isFirst && 'QE'.includes(String.fromCharCode(rest[0] ?? 0))) onStatement();
      isFirst = false;
      rest = rest.subarray(end);
    }
  };
}
