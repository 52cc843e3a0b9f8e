import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMigrated, fillFolder, onServer } from '../support/server-database.ts';
import { cleanUp, temporaryFolder } from '../support/server-process.ts';

const program = fileURLToPath(new URL('../support/deadly-job.ts', import.meta.url));

let folder: string;
let databaseUrl: string | undefined;

beforeEach(async () => {
  folder = temporaryFolder();
  const server = process.env.DATABASE_URL;
  if (!server) return fillFolder(folder);
  databaseUrl = await createMigrated(server);
});

afterEach(cleanUp);

const notes = () => readFileSync(join(folder, 'notes'), 'utf8').trim().split('\n');

/** Runs a server until it exits, because of a job or by itself. */
async function runServer(...order: string[]): Promise<NodeJS.Signals | number> {
  // A server is presumed dead after ten seconds of silence; this test does not wait that long.
  if (databaseUrl && order.length === 0) {
    await onServer(
      databaseUrl,
      "update pgboss.job set heartbeat_on = now() - interval '1 minute' where state = 'active'",
    );
  }
  const child = spawn(process.execPath, [program, join(folder, 'db'), join(folder, 'notes'), ...order], {
    env: { PATH: process.env.PATH, ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code, signal] = await once(child, 'exit');
  return signal ?? code;
}

test('a job that kills its server twice is abandoned by the third server, which reports it and survives', async () => {
  expect(await runServer('hand-in')).toBe('SIGKILL');
  expect(await runServer()).toBe('SIGKILL');
  expect(await runServer()).toBe(0);
  expect(notes()).toEqual(['try of 7', 'try of 7', 'given up 7']);
});
