// @ts-check
/**
 * `npm run mutate -- [area ...]`: changes the modules of an area in a copy of the project, one place at a time, runs the
 * tests that have to notice, and prints the changes that none noticed. `--sample 200` tries that many of the mutants, `--sample all` each,
 * `--seed 2` others. Run manually, as it takes minutes; the full results are in test-results/mutation/.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { root } from '../../processes.mjs';
import { say } from '../../terminal.mjs';
import { areas } from './areas.mjs';
import { isTried, survived } from './survivors.mjs';

const version = '10.1.1';
/** Inside node_modules, so that Stryker finds the project's Vitest; not a dependency, as nothing else needs its 170 packages. */
const stryker = join(root, 'node_modules', '.cache', `stryker-${version}`);
const packageOf = (/** @type {string} */ name) => join(stryker, 'node_modules', '@stryker-mutator', name);

const { values, positionals } = parseArgs({
  options: { sample: { type: 'string' }, seed: { type: 'string', default: '1' } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !Object.hasOwn(areas, name));
if (unknown.length > 0) {
  console.error(`There is no area ${unknown.join(', ')}: choose from ${Object.keys(areas).join(', ')}.`);
  process.exit(1);
}
install();
const { Stryker } = await import(pathToFileURL(join(packageOf('core'), 'dist', 'src', 'index.js')).href);
for (const [name, area] of Object.entries(areas))
  if (positionals.length === 0 || positionals.includes(name)) await mutate(name, area);

function install() {
  if (existsSync(packageOf('vitest-runner'))) return;
  say(`Installing Stryker ${version} into ${relative(root, stryker)} ...`);
  mkdirSync(stryker, { recursive: true });
  const packages = ['core', 'vitest-runner'].map((name) => `@stryker-mutator/${name}@${version}`);
  const options = ['--prefix', stryker, '--legacy-peer-deps', '--no-audit', '--no-fund', '--loglevel', 'error'];
  execFileSync('npm', ['install', ...options, ...packages], { cwd: stryker, stdio: 'inherit' });
}

/**
 * @param {string} name
 * @param {typeof areas[string]} area
 */
async function mutate(name, { mutate, tests, sample }) {
  const began = Date.now();
  // Read by the plugin and by the configuration of Vitest, which run in other processes.
  process.env.MUTATION_SAMPLE = values.sample === 'all' ? '' : (values.sample ?? String(sample ?? ''));
  process.env.MUTATION_SEED = values.seed;
  process.env.MUTATION_TESTS = JSON.stringify(tests);
  /** @type {import('./survivors.mjs').Result[]} */
  const results = await new Stryker({
    mutate,
    testRunner: 'vitest',
    vitest: { configFile: 'scripts/testing/mutation/vitest.config.ts', related: false },
    checkers: ['sample'],
    plugins: [
      join(packageOf('vitest-runner'), 'dist', 'src', 'index.js'),
      ...['sample.mjs', 'survivors.mjs'].map((plugin) => join(import.meta.dirname, plugin)),
    ],
    reporters: ['json', 'survivors'],
    jsonReporter: { fileName: `test-results/mutation/${name}.json` },
    tempDirName: 'test-results/mutation/sandbox',
    ignorePatterns: ['/test-results', '/dist', '/.data', '/e2e', '/docs'],
    concurrency: 1,
    timeoutMS: 60_000,
    logLevel: 'error',
    allowConsoleColors: false,
  }).runMutationTest();
  const tried = results.filter(isTried);
  const killed = tried.length - tried.filter(survived).length;
  const percent = ((100 * killed) / Math.max(1, tried.length)).toFixed(1);
  const minutes = ((Date.now() - began) / 60_000).toFixed(1);
  const some = tried.length < results.length ? ` sampled of ${results.length}` : '';
  const timedOut = tried.filter(({ status }) => status === 'Timeout').length;
  say(
    `${name}: ${killed} of ${tried.length}${some} mutants killed (${percent} %), ${timedOut} of them by a timeout; ${minutes} minutes`,
  );
}
