// @ts-check
/** `npm run dev`: the server from its sources, restarted on changes, and Vite with hot reload for the console and dev host. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { attend, projectEnvironment, root } from './processes.mjs';

const node = process.execPath;
const vite = join('node_modules', 'vite', 'bin', 'vite.js');

/** Vite's servers: the console's page, the module that a host mounts (src/lifecycles/dev.ts), the dev host's page. */
const servers = [
  { config: 'vite.config.ts', variable: 'QM_DEV_VITE', port: 4402 },
  { config: 'vite.plugin.config.ts', variable: 'QM_DEV_PLUGIN_VITE', port: 4404 },
  { config: 'vite.dev-host.config.ts', variable: 'QM_DEV_HOST_VITE', port: 4403 },
]
  .filter(({ config }) => existsSync(join(root, config)))
  .map(({ config, variable, port }) => {
    const address = process.env[variable] ?? `http://localhost:${port}`;
    return { config, variable, address, port: new URL(address).port };
  });

/** The server proxies pages to these addresses instead of serving the built ones. */
const env = projectEnvironment(Object.fromEntries(servers.map(({ variable, address }) => [variable, address])));
const start = (/** @type {string[]} */ ...args) => attend(node, args, { env });

const running = [
  start('--watch', '--watch-preserve-output', join('server', 'main.ts')),
  ...servers.map(({ config, port }) =>
    start(vite, '--config', config, '--port', port, '--strictPort', '--clearScreen', 'false', '--logLevel', 'warn'),
  ),
];

// When one process ends, the others are stopped too: a half-running setup would look like a bug in the code.
const code = await Promise.race(running);
process.on('SIGTERM', () => {});
process.kill(process.pid, 'SIGTERM');
await Promise.all(running);
// Ending by a signal is normal.
process.exitCode = code >= 128 ? 0 : code;
