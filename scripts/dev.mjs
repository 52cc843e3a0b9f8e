// @ts-check
/** `npm run dev`: the server from its sources, restarted when they change, and Vite with hot reload in front of the console and dev host. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { attend, projectEnvironment, root } from './processes.mjs';

const node = process.execPath;
const vite = join('node_modules', 'vite', 'bin', 'vite.js');
const consolePort = process.env.QM_DEV_VITE_PORT ?? '4402';
const devHostPort = process.env.QM_DEV_HOST_VITE_PORT ?? '4403';

const env = projectEnvironment({
  QM_DEV_VITE: `http://localhost:${consolePort}`,
  QM_DEV_HOST_VITE: `http://localhost:${devHostPort}`,
});

const running = [
  attend(node, ['--watch', '--watch-preserve-output', join('server', 'main.ts')], { env }),
  ...pages('vite.config.ts', consolePort),
  ...pages('vite.dev-host.config.ts', devHostPort),
];

// The first that ends takes the others with it: half of it running would look like a fault in one's own work.
const code = await Promise.race(running);
process.on('SIGTERM', () => {});
process.kill(process.pid, 'SIGTERM');
await Promise.all(running);
process.exitCode = code;

/**
 * @param {string} config
 * @param {string} port
 */
function pages(config, port) {
  if (!existsSync(join(root, config))) return [];
  return [attend(node, [vite, '--config', config, '--port', port, '--strictPort', '--clearScreen', 'false'], { env })];
}
