import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import type { Attack } from './support/attack.ts';
import { longText, oneText, storeItems, storeTemplate } from './support/content.ts';

const [connections, seconds] = [200, 15];
const templateId = 'stories';

/** Clients that request as much as one call returns, and read none of it. */
export const slowReaders: Attack = {
  says: `${connections} clients request lists of 4 MB, the plugin and the API reference, and do not read them`,
  on: ['embedded', 'postgres'],
  prepare: async (database, { instanceId }) => {
    const key = await storeTemplate(database, instanceId, templateId, oneText);
    await storeItems(database, key, 6_000_000, 4, longText(1_500_000));
  },
  run: async ({ owners: [owner], instanceId, origins: [origin = ''] }) => {
    if (!owner) return ['There is no session.'];
    const { cookie = '' } = owner.headers();
    const list = items.list.path.replace(':instanceId', String(instanceId)).replace(':templateId', templateId);
    const post = `POST /v1${list} HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\nx-csrf-protection: 1\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}`;
    const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;
    const requests = [post, get('/plugin/quartermaster.js'), get('/docs'), post];
    const sockets: Socket[] = [];
    const problems: string[] = [];
    try {
      for (let index = 0; index < connections; index += 1) {
        const socket = connect(Number(new URL(origin).port), '127.0.0.1');
        sockets.push(socket);
        socket.on('error', () => {});
        await once(socket, 'connect');
        socket.pause();
        socket.write(requests[index % requests.length] ?? '');
      }
      const until = performance.now() + seconds * 1000;
      while (performance.now() < until) {
        const { status, took } = await owner.ask(items.list, {
          params: { instanceId, templateId: 'image' },
          body: { limit: 1 },
        });
        if (status !== 200) problems.push(`A list answered ${status} meanwhile.`);
        if (took > 5000) problems.push(`A list took ${Math.round(took)} ms meanwhile.`);
        await pause(500);
      }
    } finally {
      for (const socket of sockets) socket.destroy();
    }
    return [...new Set(problems)];
  },
};
