import type { Plugin } from 'vite';

/** Pages come through the API's server, hot updates straight from Vite: the server in front passes on no web sockets. */
export function hotReload(): Plugin {
  return {
    name: 'hot-reload',
    apply: 'serve',
    config: ({ server }) => (server?.port ? { server: { hmr: { clientPort: server.port } } } : {}),
  };
}
