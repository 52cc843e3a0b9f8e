// @ts-check
/**
 * Sums up test reports in the last line of `npm test`: `N passed, N failed, N skipped`, preceded by the list of
 * failures, so that the end of a long output is sufficient. Runs on Node 18 or newer.
 */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

/** @typedef {{ passed: number, failed: number, skipped: number, failures: string[] }} Sum `failures`: names and messages */

/**
 * Sums up a report of Vitest or Playwright, or an earlier sum. A file that failed before its first test counts as a
 * failed test.
 * @param {any} report
 * @returns {Sum}
 */
export function sumReport(report) {
  if (Array.isArray(report?.testResults)) {
    const files = report.testResults.map(failuresOfFile);
    const failures = files.flat();
    return {
      passed: report.numPassedTests,
      failed: failures.length,
      skipped: report.numPendingTests + report.numTodoTests,
      failures,
    };
  }
  if (report?.stats && Array.isArray(report.suites)) {
    const { expected, unexpected, flaky, skipped } = report.stats;
    const errors = report.errors ?? [];
    return {
      passed: expected,
      failed: unexpected + flaky + errors.length,
      skipped,
      failures: [
        ...report.suites.flatMap(failuresOfSuite),
        ...errors.map((/** @type {any} */ error) => failure('e2e, outside of tests', error.message)),
      ],
    };
  }
  if (typeof report?.passed === 'number') return report;
  throw new Error('this is not a report of Vitest or Playwright');
}

/**
 * For Vitest. A file that failed before its first test, or after its last, failed as a whole.
 * @param {any} file
 * @returns {string[]}
 */
function failuresOfFile(file) {
  const tests = file.assertionResults.filter((/** @type {any} */ test) => test.status === 'failed');
  const name = file.name ? relative(process.cwd(), file.name) : 'a file';
  if (tests.length === 0) return file.status === 'failed' ? [failure(name, file.message)] : [];
  return tests.map((/** @type {any} */ test) =>
    failure([name, ...(test.ancestorTitles ?? []), test.title].join(' > '), test.failureMessages?.[0]),
  );
}

/**
 * For Playwright.
 * @param {any} suite
 * @returns {string[]}
 */
function failuresOfSuite(suite) {
  const own = (suite.specs ?? []).flatMap((/** @type {any} */ spec) =>
    spec.tests
      .filter((/** @type {any} */ test) => test.status === 'unexpected' || test.status === 'flaky')
      .map((/** @type {any} */ test) => {
        const results = test.results.filter((/** @type {any} */ result) => result.status !== 'passed');
        return failure(`e2e/${spec.file}:${spec.line} > ${spec.title}`, ...messagesOf(results[0]));
      }),
  );
  return [...own, ...(suite.suites ?? []).flatMap(failuresOfSuite)];
}

/**
 * What a test in a browser failed with, and what its page showed then.
 * @param {any} result
 * @returns {string[]}
 */
function messagesOf(result) {
  const context = result?.attachments?.find((/** @type {any} */ one) => one.name === 'error-context');
  const [, page] = /```yaml\n(.*?)```/s.exec(context ? readText(context.path) : '') ?? [];
  const messages = result?.errors?.map((/** @type {any} */ error) => error.message) ?? [];
  return page ? [...messages, `The page:\n${page}`] : messages;
}

/**
 * @param {string} name
 * @param {(string | undefined)[]} messages
 */
function failure(name, ...messages) {
  return [name, ...messages.flatMap((message) => (message ? [brief(message)] : []))].join('\n');
}

/** The most lines of a message; the first twenty of a page are its header. */
const mostLines = 40;

/**
 * The first lines of a message, without terminal colors.
 * @param {string} message
 */
function brief(message) {
  const lines = stripVTControlCharacters(message).trimEnd().split('\n');
  return lines.slice(0, mostLines).join('\n').replaceAll(/^/gm, '    ');
}

/**
 * The sum of a run's report; a failure for each error that no test has handled, if there is no report, and if the run failed without a
 * failure in its report.
 * @param {{ code: number, report: unknown, name: string, unhandled?: unknown }} run `unhandled`: see `tests/support/unhandled-reporter.ts`
 * @returns {Sum}
 */
export function sumRun({ code, report, name, unhandled }) {
  if (report === undefined) return failed([`${name} left no report`]);
  const errors = Array.isArray(unhandled) ? unhandled : [];
  const sum = total([sumReport(report), failed(errors.map((error) => failure(name, String(error))))]);
  return code !== 0 && sum.failed === 0
    ? { ...sum, ...failed([`${name} ended with code ${code}`]), passed: sum.passed }
    : sum;
}

/**
 * The sum of steps that are not tests: only failed ones are counted.
 * @param {string[]} failures
 * @returns {Sum}
 */
export function failed(failures) {
  return { passed: 0, failed: failures.length, skipped: 0, failures };
}

/**
 * @param {Sum[]} sums
 * @returns {Sum}
 */
export function total(sums) {
  return sums.reduce(
    (all, one) => ({
      passed: all.passed + one.passed,
      failed: all.failed + one.failed,
      skipped: all.skipped + one.skipped,
      failures: [...all.failures, ...one.failures],
    }),
    failed([]),
  );
}

/**
 * @param {Sum} sum
 * @returns {string} the list of failures and the closing line
 */
export function closingLines({ passed, failed, skipped, failures }) {
  const named = failures.length > 0 ? `Failed:\n${failures.map((one) => `- ${one}\n`).join('')}\n` : '';
  return `${named}${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/**
 * @param {string} file
 * @returns {unknown} undefined if it does not exist or is incomplete
 */
export function readReport(file) {
  try {
    return JSON.parse(readText(file));
  } catch {
    return undefined;
  }
}

/**
 * @param {string} file
 * @returns {string} empty if it cannot be read
 */
function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/**
 * @param {string} file a report; the errors that no test has handled are next to it
 * @returns {{ report: unknown, unhandled: unknown }}
 */
export function readRun(file) {
  return { report: readReport(file), unhandled: readReport(file.replace(/\.json$/, '.unhandled.json')) };
}

// `node scripts/testing/closing-line.mjs <report> <exit code> ...` prints the sum and exits with 1 if anything failed.
if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const args = process.argv.slice(2);
  const runs = args.flatMap((file, index) =>
    index % 2 === 0 ? [{ name: file, ...readRun(file), code: Number(args[index + 1]) }] : [],
  );
  const sum = total(runs.map(sumRun));
  console.log(closingLines(sum));
  process.exitCode = sum.failed > 0 ? 1 : 0;
}
