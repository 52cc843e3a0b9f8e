import { Agent, type ClientRequest, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../server/core/base/clock.ts';
import { createSecrets } from '../../server/core/environment/secrets.ts';
import { signSession } from '../../server/core/session/session-token.ts';
import { secretKey } from './servers/product.ts';

/** Somebody who follows an instance. */
export interface Reader {
  request: ClientRequest;
  /** Called with what arrives. */
  onText: (text: string) => void;
}

/** How many connect at a time: as many as within some milliseconds after a server has started again. */
const atOnce = 200;

const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });

/** Opens streams of an instance for these accounts, up to ten of each, from these servers in turn, and waits until all have begun. */
export async function openReaders(
  ports: readonly number[],
  { instanceId, accounts, count }: { instanceId: number; accounts: readonly number[]; count: number },
): Promise<Reader[]> {
  const parts = { secrets: createSecrets(secretKey), clock: systemClock };
  const open = (at: number) => {
    const { token } = signSession({ accountId: accounts[at % accounts.length] ?? 0, sessionsSince: 0 }, parts);
    const headers = { authorization: `Bearer ${token}` };
    const address = `http://127.0.0.1:${ports[at % ports.length]}/v1/live?instances=${instanceId}`;
    return new Promise<Reader>((resolve, reject) => {
      // Of several networks, each of which has at most 1,000.
      const request = get(address, { agent, localAddress: `127.0.0.${2 + (at % 4)}`, headers }, (response) => {
        const reader: Reader = { request, onText: () => {} };
        if (response.statusCode !== 200) reject(new Error(`A stream answered ${response.statusCode}.`));
        response.setEncoding('utf8');
        response.on('data', (text: string) => {
          if (text.includes('"hello"')) resolve(reader);
          reader.onText(text);
        });
        response.on('error', () => {});
      });
      request.on('error', reject);
    });
  };
  const readers: Reader[] = [];
  for (let at = 0; at < count; at += atOnce)
    readers.push(
      ...(await Promise.all(Array.from({ length: Math.min(atOnce, count - at) }, (_, index) => open(at + index)))),
    );
  return readers;
}

/** Ends their streams, and waits until the server has noticed. */
export async function closeAll(readers: readonly Reader[]): Promise<void> {
  for (const { request } of readers) request.destroy();
  await sleep(500);
}
