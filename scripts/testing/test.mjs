// @ts-check
/**
 * `npm test`: runs everything but the long tests; with `--all` (`npm run test:all`), those, too, and it says of which commit. With the address of a PostgreSQL server in `TEST_POSTGRESQL` (empty if it did not start), also the server
 * tests and some end-to-end tests on databases of their own there. A failing step does not stop the others, so that the report is complete.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attend, collect, projectEnvironment, root } from '../processes.mjs';
import { say, seconds } from '../terminal.mjs';
import { findBrowser, findCompiler, findFirefox, findPython } from './browser.mjs';
import { runChecks } from './check.mjs';
import { closingLines, failed, readRun, sumRun, total } from './closing-line.mjs';
import { durationLines } from './durations.mjs';
import { createSections } from './sections.mjs';

/** @typedef {import('./closing-line.mjs').Sum} Sum */
/** @typedef {(text: string) => void} Print */

const results = join(root, 'test-results');
const began = Date.now();
const script = (/** @type {string[]} */ ...path) => join('scripts', ...path);

const { TEST_POSTGRESQL: postgresql } = process.env;
// Tests also run this script.
delete process.env.TEST_POSTGRESQL;

const isAll = process.argv.includes('--all');
if (isAll) process.env.TEST_ALL = '1';
else delete process.env.TEST_ALL;

/** After how many minutes a run of tests is killed: one that hangs must not use up the time of the others. */
const limit = 60;

let isStopped = false;
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => (isStopped = true));

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const browser = await findBrowser(say);
if ('problem' in browser) {
  console.error(browser.problem);
  process.exit(1);
}
// If there is none, only the tests of Firefox, which are long, fail, with the reason.
const firefox = isAll ? await findFirefox(say) : { problem: '' };
const browserVariables = {
  PLAYWRIGHT_CHROMIUM_PATH: browser.path,
  ...('path' in firefox ? { FIREFOX_PATH: firefox.path } : {}),
};

// The same with the tests of generated C++ and of workbooks.
const compiler = await findCompiler(say);
const python = await findPython(say);
const programVariables = {
  ...('path' in compiler ? { CXX: compiler.path } : {}),
  ...('path' in python ? { PYTHON: python.path } : {}),
};

/** The server tests that always start servers on the embedded database. */
const onlyEmbedded = ['backup-command', 'core-start', 'pglite-thread', 'start-demo'];
/**
 * The server tests about what differs on the embedded database: opening, locking, queueing, being killed. All others run on
 * PostgreSQL alone where there is one, which takes less than half as long; the tests of screens use the whole server on the
 * embedded one.
 */
const onBoth = ['core-database', 'folder-lock', 'free-space', 'jobs', 'lost-database', 'templates-kill.long'];

// Everything starts at once, except what waits for something else, as browser tests alone leave almost half of two cores
// unused. Sections are printed in this order.
const openSection = createSections((text) => process.stdout.write(text));
const checks = inSection('Types, lint, direction, unused exports', (print) => runChecks((line) => print(`${line}\n`)));
const build = inSection('Build', async (print) => {
  const { code, output } = await collect(process.execPath, [script('building', 'build.mjs')]);
  print(output || 'up to date\n');
  return failed(code === 0 ? [] : ['the build']);
});
const others = inSection('Unit, integration and server tests', async (print) => {
  await build;
  const left = serverTests().filter((name) => !onlyEmbedded.includes(name) && !onBoth.includes(name));
  return runVitest('vitest.json', print, postgresql ? without(left) : []);
});
const endToEnd = inSection('End-to-end tests', (print) => runPlaywright('playwright.json', print));
const onPostgresql = postgresql === undefined ? [] : runOnPostgresql(postgresql);
const ran = await Promise.all([checks, build, others, endToEnd, ...onPostgresql]);
const specification = await inSection('Specification', async (print) => {
  const code = await attend(process.execPath, [script('testing', 'spec.mjs'), '--check'], { print });
  return failed(code === 0 ? [] : ['the specification: a row that it names as shown is not']);
});

const sum = total([...ran, specification]);
const reports = ['vitest.json', 'playwright.json', 'postgresql.json', 'two-servers.json'];
writeFileSync(join(results, 'summary.json'), JSON.stringify(sum));
say(`\n${durationLines(reports.map((report) => join(results, report)))}`);
say(`\nin ${seconds(began)}${await commitText()}\n${closingLines(sum)}`);
process.exitCode = sum.failed > 0 ? 1 : 0;

/** The commit of a run of all tests, which is kept as evidence; nothing outside of a repository. */
async function commitText() {
  if (!isAll) return '';
  const { code, output } = await collect('git', ['describe', '--always', '--dirty']);
  return code === 0 ? ` at ${output.trim()}` : '';
}

/**
 * The pair begins when the end-to-end tests have ended, the server tests as soon as one of the two other runs is over: then two runs at a
 * time keep two cores busy.
 * @param {string} url
 * @returns {Promise<Sum>[]}
 */
function runOnPostgresql(url) {
  if (!url) return [Promise.resolve(failed(['PostgreSQL did not start']))];
  const pair = inSection('End-to-end tests on two servers that take turns', async (print) => {
    await endToEnd;
    const args = [
      '--output',
      join(results, 'e2e-two-servers'),
      '--grep-invert',
      'in the portal',
      'e2e/main-job',
      'e2e/accounts',
    ];
    return runPlaywright('two-servers.json', print, args, { E2E_DATABASE_URL: url });
  });
  const server = inSection('Server tests on PostgreSQL', async (print) => {
    await Promise.race([others, pair]);
    const args = ['--project', 'node', 'tests/server', ...without(onlyEmbedded)];
    return runVitest('postgresql.json', print, args, { DATABASE_URL: url });
  });
  return [server, pair];
}

function serverTests() {
  const files = readdirSync(join(root, 'tests', 'server'));
  return files.flatMap((file) => (file.endsWith('.test.ts') ? [file.slice(0, -'.test.ts'.length)] : []));
}

/**
 * @param {string[]} names of server tests
 * @returns {string[]}
 */
function without(names) {
  return names.flatMap((name) => ['--exclude', `tests/server/${name}.test.ts`]);
}

/**
 * @param {string} headline
 * @param {(print: Print) => Promise<Sum>} work
 */
async function inSection(headline, work) {
  const section = openSection(headline);
  const sum = await work(section.write);
  section.end();
  return sum;
}

/**
 * Browser tests have priority over these: they take longest, and never use all cores.
 * @param {string} report
 * @param {Print} print
 * @param {string[]} [args]
 * @param {Record<string, string>} [variables]
 */
function runVitest(report, print, args = [], variables = {}) {
  const program = [join('node_modules', 'vitest', 'vitest.mjs'), 'run', '--silent=passed-only'];
  const env = { ...variables, ...programVariables };
  return runTests(report, print, [...program, `--outputFile.json=${join(results, report)}`, ...args], env, true);
}

/**
 * @param {string} report
 * @param {Print} print
 * @param {string[]} [args]
 * @param {Record<string, string>} [variables]
 * @returns {Promise<Sum>}
 */
async function runPlaywright(report, print, args = [], variables = {}) {
  if ((await build).failed > 0) {
    print('not run because the build failed\n');
    return failed([]);
  }
  const program = [join('node_modules', '@playwright', 'test', 'cli.js'), 'test'];
  const env = {
    ...variables,
    ...browserVariables,
    ...programVariables,
    PLAYWRIGHT_JSON_OUTPUT_FILE: join(results, report),
  };
  return runTests(report, print, [...program, ...args], env, false);
}

/**
 * @param {string} report
 * @param {Print} print
 * @param {string[]} args
 * @param {Record<string, string>} variables
 * @param {boolean} yields
 */
async function runTests(report, print, args, variables, yields) {
  if (isStopped) return failed([`${report}: stopped`]);
  const since = Date.now();
  const code = await attend(process.execPath, args, { env: projectEnvironment(variables), print, yields, limit });
  print(`in ${seconds(since)}\n`);
  if (Date.now() - since > limit * 60_000) print(`killed, as it did not end within ${limit} minutes\n`);
  return sumRun({ name: report, code, ...readRun(join(results, report)) });
}
