import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import type { Attack } from './support/attack.ts';

const [connections, timeout] = [50, 15_000];

/** Bodies that never end, while the server is shutting down. */
export const unfinishedBodies: Attack = {
  says: `${connections} bodies that never end while the server is shutting down`,
  on: ['embedded', 'postgres'],
  run: async ({ origins, free, freeInstanceId, stop }) => {
    const { port } = new URL(origins[0] ?? '');
    const head = [
      `POST /v1${items.save.path.replace(':instanceId', String(freeInstanceId))} HTTP/1.1`,
      'Host: 127.0.0.1',
      'Content-Length: 1000000',
      ...Object.entries(free.headers()).map(([name, value]) => `${name}: ${value}`),
    ];
    const sockets = await Promise.all(Array.from({ length: connections }, () => open(Number(port))));
    for (const socket of sockets) socket.write(`${head.join('\r\n')}\r\n\r\n{"template_id":`);
    const answer = await free.send('GET', '/accounts');
    const { code, took } = await stop(0);
    for (const socket of sockets) socket.destroy();
    return [
      ...(answer.status === 200 ? [] : [`Another call answered ${answer.status} in the meantime.`]),
      ...(code === 0 ? [] : [`The server exited with ${code}.`]),
      ...(took < timeout ? [] : [`The server took ${Math.round(took / 1000)} s to stop.`]),
    ];
  },
};

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  return socket;
}
