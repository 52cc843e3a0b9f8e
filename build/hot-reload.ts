import type { Plugin } from 'vite';

/**
 * Pages come through the API server, but hot updates directly from Vite, because the API server does not proxy web
 * sockets.
 */
export function hotReload(): Plugin {
  return {
    name: 'hot-reload',
    apply: 'serve',
    config: ({ server }) => (server?.port ? { server: { ws: { clientPort: server.port } } } : {}),
  };
}
