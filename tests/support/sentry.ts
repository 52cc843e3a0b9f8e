import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** What a Sentry on loopback has received. */
export interface Envelope {
  path: string;
  headers: Record<string, string | string[] | undefined>;
  /** As it was sent: one JSON per line. */
  text: string;
  event: {
    event_id: string;
    level: string;
    tags: Record<string, string | number>;
    exception: { values: { type: string; value: string }[] };
  };
}

/** A server that receives envelopes like Sentry; stopped after the test. */
export async function startSentry() {
  const envelopes: Envelope[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'application/json' }).end('{}');
    if (request.method !== 'POST') return;
    const event = JSON.parse(text.split('\n')[2] ?? '') as Envelope['event'];
    envelopes.push({ path: request.url ?? '', headers: request.headers, text, event });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { dsn: `http://public@127.0.0.1:${(server.address() as AddressInfo).port}/42`, envelopes };
}
