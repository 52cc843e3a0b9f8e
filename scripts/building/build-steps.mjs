// @ts-check
/** The steps of `npm run build`: their inputs and outputs, and whether they are stale. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../processes.mjs';
import { readRelease } from './release.mjs';
import { readStamp } from './stamp.mjs';

const tools = [
  'package-lock.json',
  'tsconfig.json',
  'scripts/building/build.mjs',
  'scripts/building/build-steps.mjs',
  'scripts/building/compress.mjs',
  'scripts/building/release.mjs',
];
const vite = ['vite.config.ts', 'vite.plugin.config.ts', 'vite.dev-host.config.ts', 'build'];
/** The files from which console and plugin are built. */
export const sources = ['src', 'contract', ...vite, ...tools];

/** Whether source maps are built, too. */
const sourceMaps = process.env.SOURCE_MAPS === '1' ? 'source maps' : '';

/**
 * Packages that the built server loads instead of bundling them: native code, WebAssembly that is loaded relative to its
 * script, and the data of the demo.
 */
export const runtimePackages = ['@electric-sql/pglite', '@napi-rs/image', '@node-rs/argon2', 'dotaconstants'];

/** The documents, some of which the server shows as guides. */
export function guideFiles() {
  const folder = join(root, 'docs');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`);
}

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string} config
 * @property {boolean} [isFirst] the server is not ready without it
 * @property {string[]} [threads] programs that it starts as threads
 * @property {string} output
 * @property {string} result
 * @property {string[]} inputs
 * @property {() => string} [identity] what the result depends on besides its inputs
 */
/** @type {Step[]} */
export const steps = [
  {
    name: 'the console',
    config: 'vite.config.ts',
    isFirst: true,
    output: 'dist/console',
    result: 'index.html',
    inputs: sources,
    identity: () => JSON.stringify(readRelease(sources)) + sourceMaps,
  },
  {
    name: 'the plugin',
    config: 'vite.plugin.config.ts',
    output: 'dist/plugin',
    result: 'quartermaster.js',
    inputs: sources,
    identity: () => JSON.stringify(readRelease(sources)) + sourceMaps,
  },
  {
    name: 'the dev host',
    config: 'vite.dev-host.config.ts',
    output: 'dist/dev-host',
    result: 'index.html',
    inputs: ['dev-host', ...vite, ...tools],
  },
  {
    name: 'the server',
    config: 'server/main.ts',
    isFirst: true,
    threads: ['server/core/database/pglite-worker.ts'],
    output: 'dist/server',
    result: 'main.js',
    inputs: ['server', 'contract', 'clients', 'extensions', ...guideFiles(), ...tools],
  },
  {
    name: 'the command',
    config: 'command/main.ts',
    output: 'dist/command',
    result: 'main.js',
    inputs: ['command', 'content-files', 'verify-embed', 'contract', ...tools],
  },
  {
    name: 'the test kit of hosts',
    config: 'package/testing/main.ts',
    output: 'dist/testing',
    result: 'main.js',
    inputs: ['package/testing', 'contract', 'src/app/context/host-api.ts', 'build', ...tools],
  },
  {
    name: 'the bill of materials',
    config: 'package-lock.json',
    output: 'dist/bill-of-materials',
    result: 'quartermaster.cdx.json',
    inputs: ['package.json', 'package-lock.json', 'scripts/building/bill-of-materials.mjs'],
  },
];

/**
 * The stale steps, each with its stamp.
 * @param {boolean} [all] include steps that are not stale
 */
export function staleSteps(all = false) {
  return steps
    .filter((step) => existsSync(join(root, step.config)))
    .map((step) => ({
      step,
      stamp: readStamp(
        root,
        join(root, 'dist', '.stamps', step.name.replace(/\W+/g, '-')),
        step.inputs,
        step.identity?.(),
      ),
    }))
    .filter(({ step, stamp }) => all || stamp.stale || !existsSync(join(root, step.output, step.result)));
}
