import { once } from 'node:events';
import { connect } from 'node:net';
import type { Attack } from './support/attack.ts';
import { together } from './support/together.ts';

const [connections, requests] = [40, 3000];

/** Thousands of requests on each connection, sent without waiting for an answer. */
export const pipelining: Attack = {
  says: `${requests} requests on each of ${connections} connections, sent without waiting`,
  on: ['embedded', 'postgres'],
  run: async ({ owners: [owner], origins: [origin = ''] }) => {
    if (!owner) return ['There is no session.'];
    const { cookie = '' } = owner.headers();
    const one = `GET /v1/accounts HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\n\r\nGET /docs HTTP/1.1\r\nhost: x\r\n\r\n`;
    const problems = new Set<string>();
    let answered = 0;
    await together(connections, connections, async () => {
      const socket = connect(Number(new URL(origin).port), '127.0.0.1');
      let heard = 0;
      socket.on('data', (chunk) => {
        heard += chunk.length;
      });
      socket.on('error', () => {});
      const closed = once(socket, 'close');
      socket.write(one.repeat(requests / 2));
      socket.end();
      const timer = setTimeout(() => {
        problems.add('A connection was still open after 30 s.');
        socket.destroy();
      }, 30_000);
      await closed;
      clearTimeout(timer);
      if (heard > 0) answered += 1;
    });
    // The system may drop answers when a connection with unread requests is closed, but not always.
    if (answered === 0) problems.add('No connection got an answer.');
    const { status } = await owner.send('GET', '/accounts');
    if (status !== 200) problems.add(`A call afterwards answered ${status}.`);
    return [...problems];
  },
};
