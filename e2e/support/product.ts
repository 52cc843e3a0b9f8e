import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** A built server with data of its own, as `npm start` runs it. */
export interface Product {
  url: string;
  devHostUrl: string;
  /** Starts it on the data that is there, and waits until it is ready. */
  start: () => Promise<void>;
  /** Stops it as Ctrl-C does, and answers its exit code. */
  stop: () => Promise<number | null>;
  /** Stops it and takes its data away. */
  remove: () => Promise<void>;
}

/** Reserves ports and a folder for a product; nothing runs before it is started. */
export async function createProduct(): Promise<Product> {
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-e2e-'));
  const [port, devHostPort] = await freePorts();
  const url = `http://localhost:${port}`;
  let child: ChildProcess | undefined;

  const stop = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return null;
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    const [code] = await exit;
    return code as number | null;
  };
  return {
    url,
    devHostUrl: `http://localhost:${devHostPort}`,
    start: async () => {
      child = spawn(process.execPath, [join('dist', 'server', 'main.js')], {
        env: {
          PATH: process.env.PATH,
          PORT: String(port),
          DEV_HOST_PORT: String(devHostPort),
          DATA_DIR: folder,
          DEMO: '1',
        },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      await untilReady(child, url);
    },
    stop,
    remove: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  let complaint = '';
  child.stderr?.on('data', (data: Buffer) => {
    complaint += data;
  });
  for (;;) {
    const status = await fetch(`${url}/readyz`).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 200) return;
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The server has ended: ${complaint}`);
    await pause(50);
  }
}

/** Two ports that nobody uses; both are held until both are known, so that they differ. */
async function freePorts(): Promise<[number, number]> {
  const servers = await Promise.all([holdPort(), holdPort()]);
  const [first, second] = servers.map((server) => {
    const address = server.address();
    return typeof address === 'object' && address ? address.port : 0;
  });
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return [first ?? 0, second ?? 0];
}

async function holdPort() {
  const server = createServer().listen(0, 'localhost');
  await once(server, 'listening');
  return server;
}
