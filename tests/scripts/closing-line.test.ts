import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { closingLine, sumReport, sumRun, total } from '../../scripts/closing-line.mjs';

const vitest = {
  numPassedTests: 7,
  numFailedTests: 1,
  numPendingTests: 2,
  numTodoTests: 1,
  testResults: [
    { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] },
    { status: 'passed', assertionResults: [{ status: 'passed' }] },
  ],
};
const playwright = { suites: [], errors: [], stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 3 } };

describe('a report', () => {
  test('of Vitest counts tests, and what is left to do as skipped', () => {
    expect(sumReport(vitest)).toEqual({ passed: 7, failed: 1, skipped: 3 });
  });

  test('of Vitest counts a file that broke before its first test', () => {
    const testResults = [...vitest.testResults, { status: 'failed', assertionResults: [] }];
    expect(sumReport({ ...vitest, testResults }).failed).toBe(2);
  });

  test('of Playwright counts what passed only at the second attempt as failed', () => {
    expect(sumReport(playwright)).toEqual({ passed: 4, failed: 2, skipped: 3 });
  });

  test('of Playwright counts errors outside of tests', () => {
    expect(sumReport({ ...playwright, errors: [{ message: 'no server' }] }).failed).toBe(3);
  });

  test('of anything else is refused', () => {
    expect(() => sumReport({ tests: [] })).toThrow('not a report');
  });
});

describe('a run', () => {
  test('that left no report has failed', () => {
    expect(sumRun({ code: 0, report: undefined })).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  test('that ended badly with nothing to show for it has failed', () => {
    const report = { ...vitest, numFailedTests: 0, testResults: [] };
    expect(sumRun({ code: 1, report }).failed).toBe(1);
    expect(sumRun({ code: 0, report }).failed).toBe(0);
  });

  test('that ended badly is not counted twice', () => {
    expect(sumRun({ code: 1, report: vitest }).failed).toBe(1);
  });
});

test('the closing line adds up all runs', () => {
  const sum = total([sumReport(vitest), sumReport(playwright), { passed: 0, failed: 1, skipped: 0 }]);
  expect(closingLine(sum)).toBe('11 passed, 4 failed, 6 skipped');
});

test('from the command line, a missing report fails and the line is the last one', () => {
  const run = () =>
    execFileSync(process.execPath, ['scripts/closing-line.mjs', 'not-there.json', '0'], { stdio: 'pipe' });
  expect(run).toThrow(expect.objectContaining({ status: 1, stdout: Buffer.from('0 passed, 1 failed, 0 skipped\n') }));
});
