import { connect } from 'node:net';
import type { Attack } from './support/attack.ts';
import { together } from './support/together.ts';

const [connections, requests, withinLimit] = [40, 3000, 16];

/** Sends requests without waiting, and resolves to everything received, or to undefined if the connection is still open after 30 s. */
async function exchange(origin: string, text: string): Promise<string | undefined> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1');
  });
  socket.on('error', () => {});
  // Not once(): it rejects if the connection is reset, which is expected here.
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  // The connection is not ended here: Node would drop its remaining requests.
  socket.write(text);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    socket.destroy();
  }, 30_000);
  await closed;
  clearTimeout(timer);
  return isLate ? undefined : answer;
}

/** Thousands of requests on each connection, sent without waiting for an answer. */
export const pipelining: Attack = {
  says: `${requests} requests on each of ${connections} connections, sent without waiting`,
  on: ['embedded', 'postgres'],
  run: async ({ owners: [owner], origins: [origin = ''] }) => {
    if (!owner) return ['There is no session.'];
    const { cookie = '' } = owner.headers();
    const one = `GET /v1/accounts HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\n\r\nGET /docs HTTP/1.1\r\nhost: x\r\n\r\n`;
    const problems = new Set<string>();
    const flood = async () => {
      const answer = await exchange(origin, one.repeat(requests / 2));
      if (answer === undefined) problems.add('A connection was still open after 30 s.');
      else if (answer === '') problems.add('A connection got no answer.');
    };
    // A connection within the limit gets all its answers, of whatever status, also during the flood.
    const polite = async () => {
      const last = `GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`;
      const answer = await exchange(origin, one.repeat(withinLimit / 2 - 1) + last);
      const count = answer?.split('HTTP/1.1 ').length ?? 1;
      if (count - 1 !== withinLimit - 1)
        problems.add(`${count - 1} of ${withinLimit - 1} requests within the limit were answered.`);
    };
    const clients = Array.from({ length: connections }, (_, index) => (index % 8 === 7 ? polite : flood));
    await together(clients.length, clients.length, async (index) => clients[index]?.());
    const { status } = await owner.send('GET', '/accounts');
    if (status !== 200) problems.add(`A call afterwards answered ${status}.`);
    return [...problems];
  },
};
