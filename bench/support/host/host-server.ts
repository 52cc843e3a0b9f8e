import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { sharedReact } from '../../../build/shared.ts';
import { freePort } from '../../../scripts/free-port.mjs';
import { root } from '../../../scripts/processes.mjs';
import { findStaticFile } from '../../../server/core/http/static-files.ts';
import { helloFolder } from './hello-plugin.ts';

/** Folders of built files, by the beginning of their address. */
const folders: Record<string, string> = {
  '/plugin/': join(root, 'dist', 'plugin'),
  '/hello/': helloFolder,
  '/vendor/': join(root, 'dist', 'dev-host', 'vendor'),
};

/** The host's React, for plugins that share it. */
const imports = Object.fromEntries(sharedReact.map((name) => [name, `/vendor/${name.replace('/', '-')}.js`]));
const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <link rel="icon" href="data:,">
    <title>Host</title>
    <script type="importmap">${JSON.stringify({ imports })}</script>
  </head>
  <body><main id="slot"></main></body>
</html>`;

/** Serves a host's page at every address, and the plugins that it mounts, cached and compressed as the product's server does. */
export async function startHost(): Promise<{ url: string; stop: () => void }> {
  const port = await freePort();
  const server = createServer(async (request, response) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    const [place, folder] = Object.entries(folders).find(([place]) => path.startsWith(place)) ?? [];
    if (!place || !folder) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' }).end(page);
      return;
    }
    const file = await findStaticFile(folder, path.slice(place.length - 1), request.headers);
    if (!file) response.writeHead(404).end();
    else if (!file.isNew) response.writeHead(304, file.headers).end();
    else (await file.open()).pipe(response.writeHead(200, file.headers));
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
