import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../../../scripts/free-port.mjs';
import { serverArguments } from '../../../scripts/processes.mjs';
import { type RoundRobin, startRoundRobin } from '../../../tests/support/round-robin.ts';
import { portalVariables } from './portal-credential.ts';

/** A built server with its own data, as `npm start` runs it, or two of them that share it. */
export interface Product {
  url: string;
  devHostUrl: string;
  /** Starts it on its data unless it is running, and waits until it is ready. */
  start: () => Promise<void>;
  /** Stops it like Ctrl-C, and returns its exit code. */
  stop: () => Promise<number | null>;
  /** Stops it and removes its data. */
  remove: () => Promise<void>;
}

/**
 * Finds ports and creates a folder for a product; nothing runs until it is started. With the address of a PostgreSQL it
 * is two servers on a separate database there, behind a proxy that alternates between them. `variables` are of the
 * environment.
 */
export async function createProduct(
  variables: Record<string, string> = {},
  postgres = process.env.E2E_DATABASE_URL,
): Promise<Product> {
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-e2e-'));
  const product = postgres ? await createPair(folder, postgres, variables) : await createSingle(folder, variables);
  return {
    ...product,
    remove: async () => {
      await product.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function createSingle(folder: string, variables: Record<string, string>): Promise<Product> {
  const [port, devHostPort] = [await freePort(), await freePort()];
  const server = createProcess(port, { ...variables, DEV_HOST_PORT: String(devHostPort), DATA_DIR: folder });
  return {
    url: `http://localhost:${port}`,
    devHostUrl: `http://localhost:${devHostPort}`,
    start: server.start,
    stop: server.stop,
    remove: async () => {
      await server.stop();
    },
  };
}

async function createPair(folder: string, postgres: string, variables: Record<string, string>): Promise<Product> {
  const [port, devHostPort] = [await freePort(), await freePort()];
  const ports = [await freePort(), await freePort()];
  const url = `http://localhost:${port}`;
  const devHostUrl = `http://localhost:${devHostPort}`;
  const name = `quartermaster_e2e_${randomBytes(6).toString('hex')}`;
  const databaseUrl = new URL(postgres);
  databaseUrl.pathname = name;
  await onPostgres(postgres, `create database ${name}`);
  const shared = {
    ...variables,
    DATABASE_URL: databaseUrl.href,
    DATA_DIR: folder,
    PUBLIC_URL: url,
    SECRET_KEY: 'only for two servers, only for two servers',
    CORS_ORIGINS: devHostUrl,
    TRUST_PROXY: '1',
  };
  // The dev host is another site, and one of them is enough.
  const servers = ports.map((own, index) =>
    createProcess(own, { ...shared, ...(index === 0 ? { DEV_HOST_PORT: String(devHostPort) } : { DEV_HOST: '0' }) }),
  );
  let proxy: RoundRobin | undefined;

  const stop = async () => {
    await proxy?.close();
    proxy = undefined;
    const codes = await Promise.all(servers.map((server) => server.stop()));
    return codes.find((code) => code !== 0) ?? codes[0] ?? null;
  };
  return {
    url,
    devHostUrl,
    start: async () => {
      await Promise.all(servers.map((server) => server.start()));
      proxy ??= await startRoundRobin(ports, port);
    },
    stop,
    remove: async () => {
      await stop();
      await onPostgres(postgres, `drop database if exists ${name} with (force)`);
    },
  };
}

function createProcess(port: number, variables: Record<string, string>) {
  let child: ChildProcess | undefined;
  let complaints: () => string = () => '';
  let isStopped = true;
  const running = () => (child && child.exitCode === null && child.signalCode === null ? child : undefined);
  return {
    start: async () => {
      if (running()) return;
      // Otherwise only the test during which it ended would fail, without the cause.
      if (!isStopped) throw new Error(`The server has exited by itself: ${complaints()}`);
      isStopped = false;
      child = spawn(process.execPath, serverArguments, {
        // Servers of tests, which it calls, run on this machine.
        env: {
          ...{ PATH: process.env.PATH, PORT: String(port), DEMO: '1', WEBHOOK_PRIVATE: '1' },
          ...portalVariables,
          ...variables,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      complaints = listenToComplaints(child);
      await untilReady(child, `http://localhost:${port}`, complaints);
    },
    stop: async () => {
      isStopped = true;
      const stopped = running();
      if (!stopped) return null;
      const exit = once(stopped, 'exit');
      stopped.kill('SIGTERM');
      const [code] = await exit;
      return code as number | null;
    },
  };
}

/** What it writes to stderr, and the fatal lines of its log. */
function listenToComplaints(child: ChildProcess): () => string {
  let complaints = '';
  child.stderr?.on('data', (data: Buffer) => {
    complaints += data;
  });
  if (child.stdout)
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.includes('"level":60')) complaints += `${line}\n`;
    });
  return () => complaints;
}

async function untilReady(child: ChildProcess, url: string, complaints: () => string): Promise<void> {
  for (;;) {
    const status = await fetch(`${url}/readyz`).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 200) return;
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The server has exited: ${complaints()}`);
    await pause(50);
  }
}

async function onPostgres(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
