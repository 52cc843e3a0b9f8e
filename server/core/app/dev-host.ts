import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import type { Environment } from '../environment/environment.ts';
import { proxyRequest } from '../http/proxy.ts';
import { findStaticFile } from '../http/static-files.ts';

/** Shown until `npm start`, which builds beside the running server, has built what the dev host needs. */
const beingBuilt = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="refresh" content="2" />
    <title>Dev host</title>
  </head>
  <body>
    <p>The dev host and the plugin are being built. This page opens by itself.</p>
  </body>
</html>
`;

/**
 * Serves the dev host on its own origin: its page, for every path that a browser navigates to, and the API's address.
 */
export function createDevHost({ distDir, publicUrl, devHost }: Environment): Server {
  const folder = join(distDir, 'dev-host');
  const plugin = join(distDir, 'plugin');
  const server = createServer(async (request, response) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    response.setHeader('x-content-type-options', 'nosniff');
    if (path === '/config.json') {
      response.setHeader('content-type', 'application/json; charset=utf-8');
      response.end(JSON.stringify({ apiOrigin: publicUrl }));
      return;
    }
    if (devHost) {
      proxyRequest(devHost, request, response);
      return;
    }
    const isPage = path === '/' || String(request.headers.accept).includes('text/html');
    const page = isPage ? await findStaticFile(folder, '/index.html', request.headers) : undefined;
    if (isPage && !(page && (await findStaticFile(plugin, '/quartermaster.js', {})))) {
      response.writeHead(503, { 'content-type': 'text/html; charset=utf-8', 'retry-after': '2' }).end(beingBuilt);
      return;
    }
    const file = (await findStaticFile(folder, path, request.headers)) ?? page;
    if (!file || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('Not found.\n');
      return;
    }
    // The build may be replacing the file right now.
    const content = file.isNew && request.method === 'GET' ? await file.open().catch(() => null) : undefined;
    if (content === null) {
      response.writeHead(503, { 'retry-after': '1' }).end();
      return;
    }
    response.writeHead(file.isNew ? 200 : 304, file.headers);
    if (content) pipeline(content, response, () => {});
    else response.end();
  });
  // Node's default of 5 seconds can close a connection in the moment in which a slow browser uses it again.
  server.keepAliveTimeout = 72_000;
  return server;
}
