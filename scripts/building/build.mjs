// @ts-check
/**
 * Builds what is stale in dist/ (everything with --force, only the server with --server, only what it needs to be ready with
 * --first), and prints the tools' warnings with --warnings. Runs on the project's Node.
 */
import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { collect, root } from '../processes.mjs';
import { lastLines } from '../setup.mjs';
import { Sentence, say, seconds } from '../terminal.mjs';
import { writeBillOfMaterials } from './bill-of-materials.mjs';
import { guideFiles, runtimePackages, staleSteps } from './build-steps.mjs';
import { compressFolder } from './compress.mjs';

/** With an optional dependency of pg, and the browser driver. */
const notBundled = [...runtimePackages, 'pg-native', 'playwright-core'];

const serverOutput = join('dist', 'server');
const testingOutput = join('dist', 'testing');
const logLevel = process.argv.includes('--warnings') ? 'warn' : 'error';
const due = stale();
if (due.length > 0) say(`Building ${due.map(({ step }) => step.name).join(', ')} ...`);
for (const outcome of await Promise.allSettled(due.map(makeStep))) {
  if (outcome.status === 'fulfilled') continue;
  console.error(outcome.reason instanceof Sentence ? outcome.reason.message : outcome.reason);
  process.exitCode = 1;
}

function stale() {
  try {
    const due = staleSteps(process.argv.includes('--force'));
    if (process.argv.includes('--server')) return due.filter(({ step }) => step.output === serverOutput);
    return process.argv.includes('--first') ? due.filter(({ step }) => step.isFirst) : due;
  } catch (error) {
    if (!(error instanceof Sentence)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/** @param {(typeof due)[number]} due */
async function makeStep({ step, stamp }) {
  const since = Date.now();
  stamp.clear();
  if (step.config === 'package-lock.json') await writeBillOfMaterials(join(root, step.output, step.result));
  else if (step.config.endsWith('main.ts')) await bundleProgram(step);
  else await bundlePage(step);
  stamp.set();
  say(`Built ${step.name} in ${seconds(since)}.`);
}

/** @param {import('./build-steps.mjs').Step} step */
async function bundlePage(step) {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const args = [vite, 'build', '--config', step.config, '--logLevel', logLevel];
  const { code, output } = await collect(process.execPath, args);
  if (code !== 0) throw new Sentence(`Building ${step.name} failed:\n${lastLines(output, 40)}`);
  if (logLevel === 'warn' && output.trim()) say(lastLines(output, 40));
  await compressFolder(join(root, step.output));
}

/**
 * Bundles a program that runs on Node: loading one file instead of thousands shortens the server's start considerably.
 * @param {import('./build-steps.mjs').Step} step
 */
async function bundleProgram({ name, config, output, threads = [] }) {
  const { build } = await import('rolldown');
  const folder = join(root, output);
  rmSync(folder, { recursive: true, force: true });
  try {
    await build({
      input: Object.fromEntries([config, ...threads].map((file) => [parse(file).name, join(root, file)])),
      cwd: root,
      platform: 'node',
      external: (id) => notBundled.some((name) => id === name || id.startsWith(`${name}/`)),
      logLevel: logLevel === 'warn' ? 'warn' : 'silent',
      output: { dir: folder, format: 'esm', sourcemap: true, chunkFileNames: 'chunks/[name]-[hash].js' },
    });
  } catch (error) {
    throw new Sentence(`Building ${name} failed:\n${lastLines(String(error), 40)}`);
  }
  if (output === serverOutput) copyForServer(folder);
  if (output === testingOutput) await writeTestingTypes(folder);
}

/** @param {string} folder */
async function writeTestingTypes(folder) {
  const { testingTypes } = await import('../../build/testing-types.ts');
  writeFileSync(join(folder, 'main.d.ts'), await testingTypes());
}

/** @param {string} folder */
function copyForServer(folder) {
  const migrations = join(root, 'server', 'migrations');
  if (existsSync(migrations)) cpSync(migrations, join(folder, 'migrations'), { recursive: true });
  for (const texts of ['clients', 'extensions', 'contract/endpoints', ...guideFiles()])
    if (existsSync(join(root, texts))) cpSync(join(root, texts), join(folder, texts), { recursive: true });
}
