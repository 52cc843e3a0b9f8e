// @ts-check
/** Prints the duration of each test file in reports, slowest first, to show where a run has become slow. */
import { relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readReport } from './closing-line.mjs';

/**
 * @param {any} report of Vitest or Playwright
 * @returns {{ file: string, seconds: number }[]} slowest first
 */
export function durationsOf(report) {
  const files = Array.isArray(report?.testResults)
    ? report.testResults.map((/** @type {any} */ { name, startTime, endTime }) => ({
        file: relative(process.cwd(), name),
        seconds: (endTime - startTime) / 1000,
      }))
    : (report?.suites ?? []).map((/** @type {any} */ suite) => ({
        file: `e2e/${suite.file}`,
        seconds: secondsOfSuite(suite),
      }));
  return files.toSorted((/** @type {any} */ one, /** @type {any} */ other) => other.seconds - one.seconds);
}

/**
 * For Playwright, without the time between tests.
 * @param {any} suite
 * @returns {number}
 */
function secondsOfSuite(suite) {
  const own = (suite.specs ?? []).flatMap((/** @type {any} */ { tests }) =>
    tests.flatMap((/** @type {any} */ { results }) =>
      results.map((/** @type {any} */ { duration }) => duration / 1000),
    ),
  );
  return [...own, ...(suite.suites ?? []).map(secondsOfSuite)].reduce((sum, one) => sum + one, 0);
}

/**
 * @param {string[]} files reports; missing ones are ignored
 * @returns {string}
 */
export function durationLines(files) {
  const lines = files.flatMap((file) => {
    const durations = durationsOf(readReport(file));
    if (durations.length === 0) return [];
    const sum = durations.reduce((all, { seconds }) => all + seconds, 0);
    const width = sum.toFixed(1).length;
    return [
      `${file}: ${sum.toFixed(1)} s in ${durations.length} files`,
      ...durations.map(({ file: name, seconds }) => `  ${seconds.toFixed(1).padStart(width)} s  ${name}`),
    ];
  });
  return ['Seconds per file, slowest first', ...lines].join('\n');
}

// `node scripts/testing/durations.mjs <report> ...`
if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(durationLines(process.argv.slice(2)));
}
