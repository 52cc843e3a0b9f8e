// biome-ignore lint/style/noRestrictedImports: Vite's address is that of `npm run dev`, and requests are streamed.
import { type IncomingMessage, type ServerResponse, request as send } from 'node:http';

/** Forwards a request to another server and its response back: in development the pages come from Vite. */
export function proxyRequest(target: string, request: IncomingMessage, response: ServerResponse): void {
  const { method, headers, url = '/' } = request;
  const passed = send(
    new URL(url, target),
    { method, headers: { ...headers, host: new URL(target).host } },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    },
  );
  passed.on('error', () =>
    response.writeHead(502, { 'content-type': 'text/plain' }).end(`${target} does not answer.\n`),
  );
  request.pipe(passed);
}
