import type { Plugin } from 'vite';

/** In development the module comes under the name that a built one has, and what it asks for comes from here, not from the host. */
export function devEntry(): Plugin {
  return {
    name: 'dev-entry',
    apply: 'serve',
    config: ({ server }) => ({ server: { origin: `http://localhost:${server?.port ?? 5173}` } }),
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const [path, query] = (request.url ?? '').split('?');
        if (path === '/plugin/quartermaster.js') request.url = `/src/lifecycles/dev.ts${query ? `?${query}` : ''}`;
        next();
      });
    },
  };
}
