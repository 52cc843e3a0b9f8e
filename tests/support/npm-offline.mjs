// @ts-check
/**
 * Replaces npm where the network is not available: `npm ci` links the packages of another folder, and the lock file’s
 * packages are recorded as installed.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const { OFFLINE_REGISTRY: registry = '', OFFLINE_NODE: node, OFFLINE_LOG: log, OFFLINE_NPM: npm = '' } = process.env;
const [command, ...args] = process.argv.slice(2);

if (command === '--version') process.stdout.write('11.6.0\n');
else if (command === 'ci') install();
// Reads the lock file only.
else if (command === 'sbom') execFileSync(npm, [command, ...args], { stdio: 'inherit' });
else {
  process.stderr.write(`There is no npm ${command} without a network.\n`);
  process.exitCode = 1;
}

function install() {
  const own = ['node', '.bin', '@quartermaster', '.package-lock.json'];
  mkdirSync('node_modules/@quartermaster', { recursive: true });
  for (const name of readdirSync(registry)) {
    const isCache = name === '.cache' || name.startsWith('.vite');
    if (!own.includes(name) && !isCache) symlinkSync(join(registry, name), join('node_modules', name));
  }
  for (const name of ['contract', 'server']) symlinkSync(`../../${name}`, `node_modules/@quartermaster/${name}`);
  // By their content: compressing them again would take a third of the time of the build.
  const compressed = '.cache/quartermaster/compressed';
  if (existsSync(join(registry, compressed))) {
    mkdirSync(join('node_modules', compressed, '..'), { recursive: true });
    symlinkSync(join(registry, compressed), join('node_modules', compressed));
  }
  for (const folder of ['node_modules/node/bin', 'node_modules/.bin']) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'node'), `#!/bin/sh\necho "$@" >> "${log}"\nexec "${node}" "$@"\n`);
    chmodSync(join(folder, 'node'), 0o755);
  }
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }));
}
