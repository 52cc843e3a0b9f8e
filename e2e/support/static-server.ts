import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { freePort } from '../../scripts/free-port.mjs';

const types: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** Serves the files of a folder to every origin, as a CDN does. */
export async function startStaticServer(folder: string) {
  const port = await freePort();
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    try {
      const content = await readFile(join(folder, decodeURIComponent(pathname)));
      const type = types[extname(pathname)] ?? 'application/octet-stream';
      response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  }).listen(port, 'localhost');
  await once(server, 'listening');
  return {
    url: `http://localhost:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
