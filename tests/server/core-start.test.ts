import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EmbedManifest } from '../../build/embed-manifest.ts';
import { freePort } from '../../scripts/free-port.mjs';
import { shows } from '../specification/shows.ts';
import { fillFolder } from '../support/server-database.ts';
import { cleanUp, type ServerProcess, startProcess, temporaryFolder } from '../support/server-process.ts';

afterAll(cleanUp);

const embedded = { DATABASE_URL: '' };

/** A data folder that a server has used before. */
async function usedFolder(): Promise<string> {
  const folder = temporaryFolder();
  await fillFolder(folder);
  return folder;
}

/** The output of a server that cannot start. */
async function failure(variables: Record<string, string>): Promise<string> {
  const server = await startProcess(variables);
  expect(await server.ended).toBe(1);
  return server.output();
}

describe('a server that cannot start prints the reason in one sentence, exits with 1 and leaves nothing behind', () => {
  async function takenPort() {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    return { other, port: String(typeof address === 'object' && address?.port) };
  }

  test('if its port is taken', async () => {
    const { other, port } = await takenPort();
    const folder = temporaryFolder();
    const output = await failure({ ...embedded, PORT: port, DATA_DIR: folder });
    other.close();
    expect(output).toBe(
      `Port ${port} is in use. Stop the process that listens on it, or set PORT and DEV_HOST_PORT to other ports.\n`,
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  test('if the dev host’s port is taken', async () => {
    const { other, port } = await takenPort();
    const folder = temporaryFolder();
    const output = await failure({ ...embedded, DEV_HOST: '1', DEV_HOST_PORT: port, DATA_DIR: folder });
    other.close();
    expect(output).toMatch(new RegExp(`^Port ${port} is in use\\.`));
    expect(readdirSync(folder)).toEqual([]);
  });

  test('if its address is not one of this machine', async () => {
    const output = await failure({ ...embedded, HOST: '203.0.113.1', DATA_DIR: temporaryFolder() });
    expect(output).toBe('203.0.113.1 is not an address of this machine. Set HOST to one that is.\n');
  });

  test('if its data folder is not writable', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    const folder = join(file, 'data');
    const output = await failure({ ...embedded, DATA_DIR: folder });
    expect(output).toBe(
      `The data folder ${folder} cannot be written (ENOTDIR). Make it writable, or set DATA_DIR to another folder.\n`,
    );
  });

  test('if the database cannot be reached, without printing its password', async () => {
    shows('3.start.env.database-set');
    const port = await freePort();
    const url = `postgres://user:hush@127.0.0.1:${port}/quartermaster`;
    const output = await failure({ DATABASE_URL: url, DATA_DIR: temporaryFolder() });
    expect(output).toBe(
      `The database at 127.0.0.1:${port}/quartermaster cannot be used: connect ECONNREFUSED 127.0.0.1:${port}\n`,
    );
  });

  test('if variables are invalid, listing all of them', async () => {
    shows('3.start.env.validated');
    const output = await failure({ PORT: '70000', DEMO: 'yes', DATABASE_URL: 'mysql://x', SECRET_KEY: 'short' });
    expect(output.split('\n')).toEqual([
      'The environment is not usable:',
      '- PORT must be a whole number from 0 to 65535.',
      '- SECRET_KEY must have at least 32 characters.',
      '- DATABASE_URL must be an address with postgres:// or postgresql://.',
      '- DEMO must be 1 or 0.',
      '',
    ]);
  });

  test('in production without a secret and an address', async () => {
    shows('3.start.production.secrets');
    const folder = temporaryFolder();
    const output = await failure({ ...embedded, NODE_ENV: 'production', DATA_DIR: folder });
    expect(output).toContain('- PUBLIC_URL must be set in production');
    expect(output).toContain('- SECRET_KEY must be set in production');
    expect(readdirSync(folder)).toEqual([]);
  });
});

/** A request whose last byte has not been sent yet. */
async function openRequest(url: string) {
  const body = JSON.stringify({ email: 'nobody@studio.test', password: 'x' });
  const sent = request(`${url}/v1/accounts/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': String(body.length), expect: '100-continue' },
  });
  const answered = once(sent, 'response').then(([response]) => response as { statusCode: number });
  answered.catch(() => {});
  sent.flushHeaders();
  // The server has accepted the request once it sends "100 Continue".
  await once(sent, 'continue');
  sent.write(body.slice(0, -1));
  return { answered, finish: () => sent.end(body.slice(-1)) };
}

const isClosed = async (url: string) =>
  fetch(`${url}/healthz`).then(
    () => false,
    () => true,
  );

describe('a running server', () => {
  let folder: string;
  let server: ServerProcess;
  let metricsPort: string;
  beforeAll(async () => {
    folder = await usedFolder();
    metricsPort = String(await freePort());
    const variables = { DATA_DIR: folder, DEMO: '0', PLUGIN_RELEASES: '1', METRICS_PORT: metricsPort };
    server = await startProcess({ ...embedded, ...variables });
    await server.ready;
  });

  test('serves its metrics on a port of their own, and not with the console', async () => {
    const read = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    await fetch(`${server.url}/healthz`);
    // The embedded database may be busy with what a start has to do.
    await expect.poll(read, { timeout: 30_000 }).toContain('quartermaster_database_up 1');
    expect(await read()).toMatch(/quartermaster_http_requests_total\{route="GET \/healthz",status="200"\} \d+/);
    const headers = { accept: '*/*' };
    expect((await fetch(`${server.url}/metrics`, { headers })).status).toBe(404);
  });

  test('is ready only once it has stored the release of the plugin that it serves', async () => {
    const manifest: EmbedManifest = await (await fetch(`${server.url}/plugin/embed-manifest.json`)).json();
    const { id } = manifest.contract.release;
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(existsSync(join(folder, 'plugin', id, manifest.stylesheet))).toBe(true);
    const module = await fetch(`${server.url}/plugin/${id}/quartermaster.js`);
    expect(await module.text()).toContain(id);
  });

  test('has no demo with DEMO=0, and demo accounts cannot sign in', async () => {
    shows('3.start.env.demo-off');
    expect(server.output()).not.toContain('demo');
    const headers = { 'content-type': 'application/json' };
    for (const name of ['owner', 'admin', 'member', 'free']) {
      const body = JSON.stringify({ email: `${name}@quartermaster.test`, password: 'Quartermaster1' });
      expect((await fetch(`${server.url}/v1/accounts/login`, { method: 'POST', headers, body })).status).toBe(401);
    }
  });

  test('keeps its data folder: another one says so in one sentence, and exits with 1', async () => {
    const output = await failure({ ...embedded, DATA_DIR: folder });
    expect(output).toBe(
      `The data folder ${folder} is in use by another Quartermaster server (process ${server.child.pid}). Stop it, or set DATA_DIR to another folder.\n`,
    );
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  });

  test('stops at SIGTERM once the requests in flight are answered, with an idle connection open', async () => {
    const silent = connect(Number(new URL(server.url).port), '127.0.0.1');
    silent.on('error', () => {});
    await once(silent, 'connect');
    // Connections are accepted in order: once this one is answered, the server has the other.
    const { answered, finish } = await openRequest(server.url);
    server.child.kill('SIGTERM');
    await expect.poll(() => isClosed(server.url)).toBe(true);
    expect(server.child.exitCode).toBeNull();
    finish();
    expect((await answered).statusCode).toBe(401);
    expect(await server.ended).toBe(0);
    expect(existsSync(join(folder, 'lock'))).toBe(false);
    silent.destroy();
  });
});

test('a second signal forces an exit once the first is a second old', async () => {
  const server = await startProcess({ ...embedded, DATA_DIR: await usedFolder() });
  await server.ready;
  await openRequest(server.url);
  // Ctrl-C reaches a server more than once: from its terminal and from its parent process.
  server.child.kill('SIGINT');
  server.child.kill('SIGINT');
  await expect.poll(() => isClosed(server.url)).toBe(true);
  expect(server.child.exitCode).toBeNull();
  const again = () => {
    server.child.kill('SIGINT');
    return server.child.exitCode;
  };
  await expect.poll(again, { interval: 200 }).toBe(1);
});

test('written data survives kill -9, including the secret, and the next server takes the folder over', async () => {
  shows('3.start.env.database-unset');
  const folder = await usedFolder();
  const attempt = (url: string) =>
    fetch(`${url}/v1/accounts/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'nobody@studio.test', password: 'x' }),
    });
  const first = await startProcess({ ...embedded, DATA_DIR: folder });
  await first.ready;
  for (let time = 0; time < 10; time++) expect((await attempt(first.url)).status).toBe(401);
  const secretFile = join(folder, 'secret');
  const secret = readFileSync(secretFile, 'utf8');
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(statSync(secretFile).mode & 0o777).toBe(0o600);
  first.child.kill('SIGKILL');
  expect(await first.ended).toBe('SIGKILL');
  const second = await startProcess({ ...embedded, DATA_DIR: folder });
  await second.ready;
  expect((await attempt(second.url)).status).toBe(429);
  expect(readFileSync(secretFile, 'utf8')).toBe(secret);
});
