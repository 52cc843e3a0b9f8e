// @ts-check
/** Runs the tests of given files, all of them or selected by name. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readReports } from '../../tests/specification/reports.ts';
import { collect, projectEnvironment } from '../processes.mjs';
import { lastLines } from '../setup.mjs';
import { say } from '../terminal.mjs';
import { findBrowser } from './browser.mjs';

/** Shorter than in a full run: with a planted fault, tests often wait until the timeout, and only a few run at once. */
const timeout = 20_000;
const browserTimeout = 90_000;

/**
 * @param {string} folder the project to test
 * @param {string[]} names `<file> > <titles>`, or a file for all of its tests
 * @param {{ untilFailure?: boolean }} [options] whether to stop at the first failure
 * @returns {Promise<{ run: import('../../tests/specification/reports.ts').Run, problem?: string }>} `problem` if they did not start
 */
export async function runNamed(folder, names, { untilFailure = false } = {}) {
  const reports = join(folder, 'test-results');
  rmSync(reports, { recursive: true, force: true });
  const inBrowser = names.filter((name) => name.startsWith('e2e/'));
  const others = names.filter((name) => !name.startsWith('e2e/'));
  const program = (/** @type {string[]} */ ...path) => join(folder, 'node_modules', ...path);
  let output = '';
  if (others.length > 0) {
    const env = projectEnvironment({ TEST_TIMEOUT: String(timeout) });
    const args = [program('vitest', 'vitest.mjs'), 'run', ...files(others), ...byTitle('-t', others, '^')];
    if (untilFailure) args.push('--bail=1');
    output = (await collect(process.execPath, args, { cwd: folder, env })).output;
  }
  if (inBrowser.length > 0) {
    const browser = await findBrowser(say);
    if ('problem' in browser) return { run: readReports([], folder), problem: browser.problem };
    const build = await collect(process.execPath, [join('scripts', 'building', 'build.mjs')], { cwd: folder });
    if (build.code !== 0)
      return { run: readReports([], folder), problem: `it does not build: ${lastLines(build.output, 5)}` };
    const env = projectEnvironment({ PLAYWRIGHT_CHROMIUM_PATH: browser.path });
    const cli = program('@playwright', 'test', 'cli.js');
    const args = [cli, 'test', ...files(inBrowser), ...byTitle('-g', inBrowser, ''), `--timeout=${browserTimeout}`];
    if (untilFailure) args.push('-x');
    output += (await collect(process.execPath, args, { cwd: folder, env })).output;
  }
  const found = ['vitest.json', 'playwright.json'].flatMap((name) => read(join(reports, name)));
  const run = readReports(found, folder);
  const started = run.outcomes.size > 0;
  return started ? { run } : { run, problem: `the tests did not start: ${lastLines(output, 15)}` };
}

/** @param {string} file */
function read(file) {
  try {
    return [JSON.parse(readFileSync(file, 'utf8'))];
  } catch {
    return [];
  }
}

/** @param {string[]} names */
function files(names) {
  return [...new Set(names.map((name) => name.split(' > ', 1)[0] ?? ''))];
}

/**
 * Both runners match titles joined by spaces; Playwright's begin with the file.
 * @param {string} option
 * @param {string[]} names
 * @param {string} begin
 */
function byTitle(option, names, begin) {
  const titles = names.flatMap((name) => name.split(/ > (.*)/s)[1] ?? []);
  if (titles.length < names.length) return [];
  const escaped = titles.map((title) => title.replace(/[$()*+./?[\\\]^{|}]/g, '\\$&').replaceAll(' > ', '(?: > | )'));
  return [option, `${begin}(?:${[...new Set(escaped)].join('|')})$`];
}
