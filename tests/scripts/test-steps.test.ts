import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import playwright from '../../playwright.config.ts';
import vitest from '../../vitest.config.ts';
import { shows } from '../specification/shows.ts';
import { type Clone, freshClone, registryOf, removeClones } from '../support/clone.ts';

/** Tools that record their arguments, and write reports like the real ones. */
const note = `
  const { appendFileSync, writeFileSync } = require('node:fs');
  const tool = require('node:path').basename(__filename);
  appendFileSync('ran', [tool, ...process.argv.slice(2)].join(' ').replaceAll(process.cwd() + '/', '') + '\\n');
  const where = process.env.DATABASE_URL ?? process.env.E2E_DATABASE_URL ?? 'the embedded database';
`;
const report = (file: string, content: object) =>
  `${note} writeFileSync(${file}, ${JSON.stringify(JSON.stringify(content))}); console.log(tool, 'on', where);`;
const tools: Record<string, string> = {
  'typescript/bin/tsc': note,
  '@biomejs/biome/bin/biome': note,
  'knip/bin/knip.js': note,
  'vitest/vitest.mjs': `import { createRequire } from 'node:module'; createRequire(import.meta.url)('./run.cjs');`,
  'vitest/run.cjs': `${report("process.argv.find((one) => one.startsWith('--outputFile')).split('=')[1]", {
    testResults: [],
    numPassedTests: 40,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
  })} appendFileSync('ran', 'with ' + process.env.CXX + ' and ' + process.env.PYTHON + '\\n');
    if (process.env.TEST_ALL) appendFileSync('ran', 'with the long tests\\n');`,
  '@playwright/test/cli.js': `${report('process.env.PLAYWRIGHT_JSON_OUTPUT_FILE', { suites: [], stats: { expected: 2, unexpected: 0, flaky: 0, skipped: 0 } })}
    appendFileSync('ran', 'in ' + process.env.PLAYWRIGHT_CHROMIUM_PATH + ' and ' + process.env.FIREFOX_PATH + '\\n');`,
};

let registry: string;
let clone: Clone;
let browser: string;
let firefox: string;
let compiler: string;
let python: string;

/** A clone with the tools above, in which nothing can be built. */
beforeAll(() => {
  registry = registryOf(tools);
  clone = freshClone({ registry });
  browser = join(clone.folder, 'browser');
  firefox = join(clone.folder, 'firefox');
  compiler = join(clone.folder, 'compiler');
  python = join(clone.folder, 'python');
  mkdirSync(join(clone.folder, 'tests/server'), { recursive: true });
  for (const file of globSync('tests/server/*.test.ts')) writeFileSync(join(clone.folder, file), '');
  for (const name of ['direction', 'spec']) {
    const script = `import { appendFileSync } from 'node:fs';
      appendFileSync('ran', ['${name}', ...process.argv.slice(2)].join(' ') + '\\n');`;
    writeFileSync(join(clone.folder, `scripts/testing/${name}.mjs`), script);
  }
  writeFileSync(join(clone.folder, 'scripts/building/build.mjs'), `process.stdout.write('built\\n');`);
  writeFileSync(browser, '#!/bin/sh\necho Chromium 150\n', { mode: 0o755 });
  writeFileSync(firefox, '#!/bin/sh\necho Mozilla Firefox 153\n', { mode: 0o755 });
  writeFileSync(python, '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  writeFileSync(compiler, '#!/bin/sh\necho clang version 15\n', { mode: 0o755 });
});
afterAll(removeClones);

async function runTests(variables = {}, command = 'test') {
  rmSync(join(clone.folder, 'ran'), { force: true });
  const programs = { PLAYWRIGHT_CHROMIUM_PATH: browser, FIREFOX_PATH: firefox, CXX: compiler, PYTHON: python };
  const run = clone.run(command, { ...programs, ...variables });
  const code = await run.ended;
  const ran = readFileSync(join(clone.folder, 'ran'), 'utf8').trim().split('\n');
  return { code, ran, output: run.output(), lines: run.output().trim().split('\n'), started: clone.started() };
}

describe('npm test', () => {
  test('sets up a fresh clone, runs every kind of check and test, and ends with their sum', async () => {
    shows(
      '3.start.runtime.node',
      '3.start.test.end-to-end',
      '3.start.test.integration',
      '3.start.test.lint',
      '3.start.test.server',
      '3.start.test.sets-up',
      '3.start.test.types',
      '3.start.test.unit',
    );
    const { code, ran, output, lines, started } = await runTests();
    expect(output).toMatch(/^Installed \d{3,} packages in /m);
    expect(output).toContain('built');
    const checks = [
      'tsc --noEmit --project .',
      'biome check --error-on-warnings .',
      'direction',
      'knip.js --no-config-hints',
    ];
    // Without a filter: all unit, integration and server tests.
    const tests = [
      'run.cjs run --silent=passed-only --outputFile.json=test-results/vitest.json',
      'cli.js test',
      `in ${browser} and ${firefox}`,
      `with ${compiler} and ${python}`,
    ];
    expect(ran.slice(0, -1).toSorted()).toEqual([...checks, ...tests].toSorted());
    expect(ran.at(-1)).toBe('spec --check');
    expect(lines.at(-1)).toBe('42 passed, 0 failed, 0 skipped');
    expect(code).toBe(0);
    // On the project’s own Node, like every process that it starts.
    expect(started).toEqual(['scripts/testing/test.mjs']);
  });

  test.each(['typescript/bin/tsc', '@biomejs/biome/bin/biome', 'knip/bin/knip.js'])(
    'continues and fails if %s fails',
    async (tool) => {
      shows('3.start.test.lint', '3.start.test.types');
      writeFileSync(join(registry, tool), `${note} process.exitCode = 1;`);
      const { code, ran, lines } = await runTests();
      writeFileSync(join(registry, tool), tools[tool] ?? '');
      expect(ran).toHaveLength(9);
      expect(lines.at(-1)).toBe('42 passed, 1 failed, 0 skipped');
      expect(code).toBe(1);
    },
  );
});

test('npm run test:all also runs the long tests', async () => {
  const { ran } = await runTests({}, 'test:all');
  expect(ran).toContain('with the long tests');
  expect((await runTests({ TEST_ALL: '1' })).ran).not.toContain('with the long tests');
});

describe('npm test with a PostgreSQL', () => {
  test('also runs the server tests and some browser tests on it, and prints one after another', async () => {
    const { code, ran, output, lines } = await runTests({ TEST_POSTGRESQL: 'postgres://somewhere/' });
    const onlyEmbedded = ['backup-command', 'core-start', 'pglite-thread', 'start-demo'].map(
      (name) => `tests/server/${name}.test.ts`,
    );
    const without = onlyEmbedded.map((file) => `--exclude ${file}`).join(' ');
    const report = 'run.cjs run --silent=passed-only --outputFile.json=test-results/postgresql.json';
    expect(ran).toContain(`${report} --project node tests/server ${without}`);
    // The second run has the tests that the first one omits.
    const first = ran.find((line) => line.includes('/vitest.json')) ?? '';
    const files = globSync('tests/server/*.test.ts');
    const onEmbedded = files.filter((file) => !first.includes(` --exclude ${file}`));
    expect(onEmbedded).toEqual(expect.arrayContaining(onlyEmbedded));
    expect(onEmbedded.length).toBeLessThan(files.length / 4);
    const some = '--grep-invert in the portal e2e/main-job e2e/accounts';
    expect(ran).toContain(`cli.js test --output test-results/e2e-two-servers ${some}`);
    expect(output.match(/^(run|cli).* on .*/gm)).toEqual([
      'run.cjs on the embedded database',
      'cli.js on the embedded database',
      'cli.js on postgres://somewhere/',
      'run.cjs on postgres://somewhere/',
    ]);
    expect(lines.at(-1)).toBe('84 passed, 0 failed, 0 skipped');
    expect(code).toBe(0);
  });

  test('fails if it did not start', async () => {
    const { code, lines } = await runTests({ TEST_POSTGRESQL: '' });
    expect(lines.slice(-3)).toEqual(['- PostgreSQL did not start', '', '42 passed, 1 failed, 0 skipped']);
    expect(code).toBe(1);
  });
});

test('every test file belongs to one run: unit, integration and server tests to the first, browser tests to the second', () => {
  shows('3.start.test.end-to-end', '3.start.test.integration', '3.start.test.server', '3.start.test.unit');
  const projects = vitest.test?.projects ?? [];
  const runs = projects.map((project) => (project as { test: { include: string[]; exclude?: string[] } }).test);
  const matches = (file: string, patterns: string[]) => patterns.some((pattern) => matchesGlob(file, pattern));
  // Tests that are long or need a PostgreSQL belong to the same run as the others, if they are run.
  const plain = (file: string) => file.replace(/\.(long|postgresql)\./, '.');
  const isIn = (file: string) => (run: (typeof runs)[number]) =>
    matches(plain(file), run.include) && !matches(plain(file), run.exclude ?? []);
  const files = globSync('{tests,e2e}/**/*.{test,spec}.{ts,tsx}');
  const inVitest = files.filter((file) => runs.filter(isIn(file)).length === 1);
  const inBrowser = files.filter((file) => file.startsWith(`${playwright.testDir}/`) && file.endsWith('.spec.ts'));
  expect([...inVitest, ...inBrowser].toSorted()).toEqual(files.toSorted());
  for (const folder of ['contract', 'features', 'lifecycles', 'server']) {
    expect(inVitest.some((file) => file.startsWith(`tests/${folder}/`))).toBe(true);
  }
  expect(inBrowser.length).toBeGreaterThan(5);
  // With patterns of its own, a project would run what `npm test` excludes, as it runs on PostgreSQL.
  expect(
    runs.filter(({ include }) => include.some((pattern) => pattern.includes('server'))).map(({ exclude }) => exclude),
  ).toEqual([undefined]);
});
