import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request as a receiver got it. */
export interface Received {
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A server on this machine that calls are sent to. */
export interface Receiver {
  url: string;
  port: number;
  received: Received[];
  /** How many connections were made, also without a request. */
  connections: () => number;
  /** How it answers; 204 by default. */
  answer: (response: ServerResponse, request: Received) => void;
}

/** Starts a receiver, which is stopped at the end of the test. */
export async function startReceiver(port = 0): Promise<Receiver> {
  let connections = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const got = { url: request.url, headers: request.headers, body: Buffer.concat(chunks).toString() };
    receiver.received.push(got);
    receiver.answer(response, got);
  });
  server.on('connection', () => {
    connections += 1;
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const at = (server.address() as AddressInfo).port;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${at}`,
    port: at,
    received: [],
    connections: () => connections,
    answer: (response) => response.writeHead(204).end(),
  };
  return receiver;
}
