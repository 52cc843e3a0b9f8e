// @ts-check
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { pathToFileURL } from 'node:url';

/** Below the ephemeral port range, so that the system does not assign the port to another process before it is used. */
const ports = { first: 11_000, count: 21_000 };
// Each process starts at a random port and returns none twice.
let next = randomInt(ports.count);

/** Returns a port that nothing listens on. */
export async function freePort() {
  for (let tried = 0; tried < ports.count; tried++) {
    const port = ports.first + (next++ % ports.count);
    if ((await isFree(port)) && (await isFree(port, 'localhost')) && (await isFree(port, '127.0.0.1'))) return port;
  }
  throw new Error('No port is free.');
}

/** @param {number} port @param {string} [host] all addresses of the machine by default */
async function isFree(port, host) {
  const server = createServer().listen(port, host);
  const listening = await once(server, 'listening').then(
    () => true,
    (error) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') return false;
      throw error;
    },
  );
  if (listening) await new Promise((resolve) => server.close(resolve));
  return listening;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) console.log(await freePort());
