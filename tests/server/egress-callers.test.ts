import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { cleanUp, temporaryFolder } from '../support/server-process.ts';

const root = join(import.meta.dirname, '../..');

afterAll(cleanUp);

/** The files that the linter refuses, with the project's rules. */
function refused(files: Record<string, string>): string[] {
  const folder = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  copyFileSync(join(root, 'biome.json'), join(folder, 'biome.json'));
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const options = ['lint', '--vcs-enabled=false', '--max-diagnostics=none', '--only=style'];
  const { stdout, stderr } = spawnSync(process.execPath, [biome, ...options], { cwd: folder, encoding: 'utf8' });
  return Object.keys(files).filter((path) => `${stdout}${stderr}`.includes(path));
}

test('code of the server that calls out past the guard is refused by the linter', () => {
  shows('4.webhooks.guard-only');
  const past = [
    `export const call = () => fetch('https://example.com');\n`,
    `export const open = () => new WebSocket('wss://example.com');\n`,
    `import { request } from 'node:http';\n\nexport const call = () => request('http://example.com');\n`,
    `import https from 'node:https';\n\nexport const call = () => https.get('https://example.com');\n`,
    `export const load = () => import('node:https');\n`,
    `import { fetch as call } from 'undici';\n\nexport const load = () => call('https://example.com');\n`,
  ].map((text, index) => [`server/modules/planted/past-${index}.ts`, text] as const);
  const files = {
    ...Object.fromEntries(past),
    'server/modules/planted/serves.ts': `import { createServer } from 'node:http';\n\nexport const made = createServer();\n`,
    'server/core/egress/guard.ts': `export const load = () => import('node:https');\n`,
  };
  expect(refused(files)).toEqual(past.map(([path]) => path));
});
