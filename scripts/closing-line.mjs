// @ts-check
/** Sums test reports into the line that ends `npm test`: `N passed, N failed, N skipped`. Runs on any Node from 18. */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** @typedef {{ passed: number, failed: number, skipped: number }} Sum */

/**
 * What a report of Vitest, Playwright or an earlier sum says. A file that broke before its first test counts as failed.
 * @param {any} report
 * @returns {Sum}
 */
export function sumReport(report) {
  if (Array.isArray(report?.testResults)) {
    const broken = report.testResults.filter(
      (/** @type {any} */ file) =>
        file.status === 'failed' && file.assertionResults.every((/** @type {any} */ test) => test.status !== 'failed'),
    );
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + broken.length,
      skipped: report.numPendingTests + report.numTodoTests,
    };
  }
  if (report?.stats && Array.isArray(report.suites)) {
    const { expected, unexpected, flaky, skipped } = report.stats;
    return { passed: expected, failed: unexpected + flaky + (report.errors?.length ?? 0), skipped };
  }
  if (typeof report?.passed === 'number') return report;
  throw new Error('this is not a report of Vitest or Playwright');
}

/**
 * A run is what its report says, and a failure where it left none, or ended badly with nothing to show for it.
 * @param {{ code: number, report: unknown }} run
 * @returns {Sum}
 */
export function sumRun({ code, report }) {
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const sum = sumReport(report);
  return code !== 0 && sum.failed === 0 ? { ...sum, failed: 1 } : sum;
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
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );
}

/** @param {Sum} sum */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/**
 * @param {string} file
 * @returns {unknown} undefined where there is none, or half of one
 */
export function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

// `node scripts/closing-line.mjs <report> <exit code> ...` prints the sum and exits 1 where anything failed.
if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const args = process.argv.slice(2);
  const runs = args.flatMap((file, index) =>
    index % 2 === 0 ? [{ report: readReport(file), code: Number(args[index + 1]) }] : [],
  );
  const sum = total(runs.map(sumRun));
  console.log(closingLine(sum));
  process.exitCode = sum.failed > 0 ? 1 : 0;
}
