import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A span as OTLP sends it; ids in hexadecimal digits. */
export interface Span {
  traceId: string;
  id: string;
  parentId: string;
  name: string;
}

/** A collector of OpenTelemetry that keeps what it gets. */
export async function startCollector() {
  const requests: { path: string | undefined; headers: IncomingHttpHeaders; body: Buffer }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    requests.push({ path: request.url, headers: request.headers, body: Buffer.concat(chunks) });
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests, spans: () => requests.flatMap(({ body }) => spansIn(body)) };
}

/** Field numbers of https://github.com/open-telemetry/opentelemetry-proto, `trace/v1/trace.proto`. */
function spansIn(body: Buffer): Span[] {
  const spans = [body].flatMap(fieldsOf(1)).flatMap(fieldsOf(2)).flatMap(fieldsOf(2));
  return spans.map((span) => {
    const text = (field: number, encoding: BufferEncoding) => fieldsOf(field)(span)[0]?.toString(encoding) ?? '';
    return { traceId: text(1, 'hex'), id: text(2, 'hex'), parentId: text(4, 'hex'), name: text(5, 'utf8') };
  });
}

/** The values of a field of a message that are messages, bytes or texts (https://protobuf.dev/programming-guides/encoding/). */
const fieldsOf =
  (number: number) =>
  (message: Buffer): Buffer[] => {
    const values: Buffer[] = [];
    let at = 0;
    const varint = () => {
      let value = 0;
      for (let shift = 1; ; shift *= 128) {
        const byte = message[at++] ?? 0;
        value += (byte & 127) * shift;
        if (byte < 128) return value;
      }
    };
    while (at < message.length) {
      const key = varint();
      const [field, kind] = [Math.floor(key / 8), key % 8];
      if (kind === 0) varint();
      else if (kind === 1) at += 8;
      else if (kind === 5) at += 4;
      else {
        const length = varint();
        if (field === number) values.push(message.subarray(at, at + length));
        at += length;
      }
    }
    return values;
  };
