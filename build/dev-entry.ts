import type { Plugin } from 'vite';

const base = '/plugin/';

/** In development the plugin has the same address as in production: the API server proxies `/plugin/` to Vite. */
export function devEntry(): Plugin {
  return {
    name: 'dev-entry',
    apply: 'serve',
    config: () => ({ base, server: { cors: true, origin: `http://localhost:${process.env.PORT ?? 4400}` } }),
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const [path, query] = (request.url ?? '').split('?');
        if (path === `${base}quartermaster.js`) {
          request.url = `${base}src/lifecycles/dev.ts${query ? `?${query}` : ''}`;
        }
        next();
      });
    },
  };
}
