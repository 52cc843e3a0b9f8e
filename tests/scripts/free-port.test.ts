import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../scripts/free-port.mjs';

/** Listens until the end of the test. */
async function take(port: number, host?: string) {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
}

test.each([undefined, '127.0.0.1', 'localhost'])('a port that is in use at %s is skipped', async (host) => {
  // Ports are assigned in order, so the next one would be the one that is in use here.
  const taken = (await freePort()) + 1;
  await take(taken, host);
  const given = await freePort();
  expect(given).not.toBe(taken);
  await take(given);
});

test('each process starts at another port, below the ephemeral range of the system', () => {
  const script = join(import.meta.dirname, '../../scripts/free-port.mjs');
  const ports = [1, 2, 3].map(() => Number(execFileSync(process.execPath, [script], { encoding: 'utf8' })));
  expect(new Set(ports.map((port) => Math.floor(port / 10))).size).toBeGreaterThan(1);
  for (const port of ports) expect([port > 10_999, port < 32_768]).toEqual([true, true]);
});
