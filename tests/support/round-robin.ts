import { once } from 'node:events';
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy in front of several servers. */
export interface RoundRobin {
  url: string;
  /** The number of requests to each server. */
  given: readonly number[];
  close: () => Promise<void>;
}

/**
 * Passes each request to the next server in turn, whatever the client or connection, so that anything fails that
 * needs two calls to reach the same server.
 */
export async function startRoundRobin(ports: readonly number[], port = 0, host = 'localhost'): Promise<RoundRobin> {
  const given = ports.map(() => 0);
  let next = 0;
  const proxy = createServer((incoming, outgoing) => {
    const index = next++ % ports.length;
    given[index] = (given[index] ?? 0) + 1;
    pass(incoming, outgoing, { host, port: ports[index] ?? 0 });
  }).listen(port, host);
  await once(proxy, 'listening');
  return {
    url: `http://${host}:${(proxy.address() as AddressInfo).port}`,
    given,
    close: async () => {
      proxy.close();
      proxy.closeAllConnections();
      await once(proxy, 'close');
    },
  };
}

function pass(incoming: IncomingMessage, outgoing: ServerResponse, target: { host: string; port: number }): void {
  const { connection: _hop, ...headers } = incoming.headers;
  const forwarded = [headers['x-forwarded-for'], incoming.socket.remoteAddress].filter(Boolean).join(', ');
  const passed = ask(
    {
      ...target,
      // One connection per request: a connection that the server is just closing would fail the request.
      agent: false,
      method: incoming.method,
      path: incoming.url,
      headers: { ...headers, 'x-forwarded-for': forwarded },
    },
    (answer) => {
      const { connection: _ofHop, 'transfer-encoding': _encoding, ...rest } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, rest);
      answer.pipe(outgoing);
      answer.on('error', () => outgoing.destroy());
    },
  );
  passed.on('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
  // The client no longer waits.
  outgoing.on('close', () => passed.destroy());
  incoming.pipe(passed);
}
