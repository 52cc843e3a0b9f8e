import { createReadStream } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'vite';
import { sharedReact } from './shared.ts';

const modules = resolve(import.meta.dirname, '../node_modules');
const require = createRequire(import.meta.url);
const former = resolve(import.meta.dirname, '../dev-host/mantine');
const copied = {
  'single-spa.js': join(modules, 'single-spa/lib/es2015/esm/single-spa.min.js'),
  'import-map-overrides.js': join(modules, 'import-map-overrides/dist/import-map-overrides.js'),
  'mantine-7.css': join(former, '7.generated.css'),
  'mantine-8.css': join(former, '8.generated.css'),
  'mantine-9.css': join(modules, '@mantine/core/styles.css'),
};
const virtual = '\0shared:';

/** The modules in the dev host's import map: single-spa, import-map-overrides, and React as shared modules; and the styles of the Mantines that a host may have. */
export function vendor(): Plugin {
  let outDir = '';
  return {
    name: 'vendor',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    async writeBundle() {
      await writeVendor(join(outDir, 'vendor'));
    },
    async configureServer(server) {
      const folder = join(modules, '.cache', 'dev-host-vendor');
      await writeVendor(folder);
      server.middlewares.use('/vendor', (request, response, next) => {
        const [, name, type] = /^\/([\w.-]+\.(js|css))/.exec(request.url ?? '') ?? [];
        if (!name) return next();
        response.setHeader('content-type', type === 'js' ? 'text/javascript' : 'text/css');
        createReadStream(join(folder, name)).on('error', next).pipe(response);
      });
      const apiOrigin = `http://localhost:${process.env.PORT ?? 4400}`;
      server.middlewares.use('/config.json', (_request, response) => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ apiOrigin }));
      });
    },
  };
}

async function writeVendor(folder: string) {
  await mkdir(folder, { recursive: true });
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [asModule()],
    build: {
      outDir: folder,
      emptyOutDir: true,
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: Object.fromEntries(sharedReact.map((id) => [id.replaceAll('/', '-'), virtual + id])),
        preserveEntrySignatures: 'strict',
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  });
  await Promise.all(Object.entries(copied).map(([name, from]) => copyFile(from, join(folder, name))));
}

/** React is CommonJS; a module has to list its exports. */
function asModule(): Plugin {
  return {
    name: 'as-module',
    resolveId: (id) => (id.startsWith(virtual) ? id : null),
    load(id) {
      if (!id.startsWith(virtual)) return null;
      const name = id.slice(virtual.length);
      const names = Object.keys(require(name)).filter((key) => /^[A-Za-z_]\w*$/.test(key));
      const lines = names.map((key) => `export const ${key} = all.${key};`);
      return [`import all from '${name}';`, 'export default all;', ...lines].join('\n');
    },
  };
}
