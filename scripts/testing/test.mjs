// @ts-check
/** `npm test`: runs everything. A failing step does not stop the later ones, so that the report is complete. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attend, collect, projectEnvironment, root } from '../processes.mjs';
import { say, seconds } from '../terminal.mjs';
import { findBrowser } from './browser.mjs';
import { runChecks } from './check.mjs';
import { closingLines, failed, readReport, sumRun, total } from './closing-line.mjs';
import { durationLines } from './durations.mjs';

const results = join(root, 'test-results');
const node = process.execPath;
const began = Date.now();

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const browser = await findBrowser(say);
if ('problem' in browser) {
  console.error(browser.problem);
  process.exit(1);
}

const build = collect(node, [join('scripts', 'building', 'build.mjs')]);
headline('Types, lint, direction, unused exports');
const sums = [await runChecks()];

const { code: buildCode, output } = await build;
if (output) say(output.trimEnd());

headline('Unit, integration and server tests');
sums.push(await testRun('vitest.json', [join('node_modules', 'vitest', 'vitest.mjs'), 'run', '--silent=passed-only']));

headline('End-to-end tests');
if (buildCode === 0) {
  const env = projectEnvironment({ PLAYWRIGHT_CHROMIUM_PATH: browser.path });
  sums.push(await testRun('playwright.json', [join('node_modules', '@playwright', 'test', 'cli.js'), 'test'], env));
} else {
  say('not run because the build failed');
  sums.push(failed(['the build']));
}

headline('Specification');
const specification = await attend(node, [join('scripts', 'testing', 'spec.mjs'), '--check']);
sums.push(failed(specification === 0 ? [] : ['the specification: a row that it names as shown is not']));

const sum = total(sums);
writeFileSync(join(results, 'summary.json'), JSON.stringify(sum));
say(`\n${durationLines(['vitest.json', 'playwright.json'].map((report) => join(results, report)))}`);
say(`\nin ${seconds(began)}\n${closingLines(sum)}`);
process.exitCode = sum.failed > 0 ? 1 : 0;

/**
 * @param {string} report
 * @param {string[]} args
 */
async function testRun(report, args, env = projectEnvironment()) {
  const code = await attend(node, args, { env });
  return sumRun({ name: report, code, report: readReport(join(results, report)) });
}

/** @param {string} text */
function headline(text) {
  say(`\n${text}`);
}
