import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { closingLines, failed, sumReport, sumRun, total } from '../../scripts/testing/closing-line.mjs';
import { shows } from '../specification/shows.ts';

const wrong = {
  status: 'failed',
  ancestorTitles: ['a sum'],
  title: 'adds up',
  failureMessages: ['AssertionError: \u001b[31mexpected\u001b[39m 1 to be 2\n    at sum.ts:1'],
};
const vitest = {
  numPassedTests: 7,
  numFailedTests: 1,
  numPendingTests: 2,
  numTodoTests: 1,
  testResults: [
    { name: `${process.cwd()}/tests/sum.test.ts`, status: 'failed', assertionResults: [wrong, { status: 'passed' }] },
    { name: `${process.cwd()}/tests/well.test.ts`, status: 'passed', assertionResults: [{ status: 'passed' }] },
  ],
};
const unexpected = {
  title: 'signs in',
  file: 'session.spec.ts',
  line: 7,
  tests: [
    {
      status: 'unexpected',
      results: [{ status: 'timedOut', errors: [{ message: 'Test timeout of 120000ms exceeded.' }] }],
    },
  ],
};
const flaky = {
  title: 'signs out',
  file: 'session.spec.ts',
  line: 9,
  tests: [
    {
      status: 'flaky',
      results: [
        { status: 'failed', errors: [{ message: 'not there' }, { message: 'errors in the browser' }] },
        { status: 'passed' },
      ],
    },
  ],
};
const playwright = {
  suites: [{ specs: [unexpected], suites: [{ specs: [flaky] }] }],
  errors: [],
  stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 3 },
};

describe('a report', () => {
  test('of Vitest counts tests, and todos as skipped', () => {
    expect(sumReport(vitest)).toMatchObject({ passed: 7, failed: 1, skipped: 3 });
  });

  test('of Vitest counts a file that failed before its first test', () => {
    const broken = {
      name: `${process.cwd()}/tests/broken.test.ts`,
      status: 'failed',
      message: 'no module',
      assertionResults: [],
    };
    const sum = sumReport({ ...vitest, testResults: [...vitest.testResults, broken] });
    expect(sum.failed).toBe(2);
    expect(sum.failures[1]).toBe('tests/broken.test.ts\n    no module');
  });

  test('of Playwright counts a test that passed only on retry as failed', () => {
    expect(sumReport(playwright)).toMatchObject({ passed: 4, failed: 2, skipped: 3 });
  });

  test('of Playwright has all errors of a test, and what its page showed', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'quartermaster-')), 'error-context.md');
    writeFileSync(path, '# Page snapshot\n\n```yaml\n- banner\n- heading "Profile"\n```\n\n# Test source\n');
    onTestFinished(() => rmSync(dirname(path), { recursive: true }));
    const [result] = unexpected.tests[0]?.results ?? [];
    const attachments = [{ name: 'error-context', path }];
    const shown = { ...unexpected, tests: [{ status: 'unexpected', results: [{ ...result, attachments }] }] };
    expect(sumReport({ ...playwright, suites: [{ specs: [shown, flaky] }] }).failures).toEqual([
      'e2e/session.spec.ts:7 > signs in\n    Test timeout of 120000ms exceeded.\n    The page:\n    - banner\n    - heading "Profile"',
      'e2e/session.spec.ts:9 > signs out\n    not there\n    errors in the browser',
    ]);
  });

  test('of Playwright counts errors outside of tests', () => {
    expect(sumReport({ ...playwright, errors: [{ message: 'no server' }] }).failed).toBe(3);
  });

  test('in any other format is rejected', () => {
    expect(() => sumReport({ tests: [] })).toThrow('not a report');
  });
});

describe('a run', () => {
  const name = 'vitest.json';

  test('without a report has failed', () => {
    const failures = ['vitest.json left no report'];
    expect(sumRun({ name, code: 0, report: undefined })).toEqual({ passed: 0, failed: 1, skipped: 0, failures });
  });

  test('with a failing exit code and no failed test has failed', () => {
    const report = { ...vitest, numFailedTests: 0, testResults: [] };
    expect(sumRun({ name, code: 1, report }).failed).toBe(1);
    expect(sumRun({ name, code: 0, report }).failed).toBe(0);
  });

  test('with a failing exit code and failed tests is not counted twice', () => {
    expect(sumRun({ name, code: 1, report: vitest }).failed).toBe(1);
  });

  test('with an error that no test has handled has failed by it, and names it', () => {
    const report = { ...vitest, numFailedTests: 0, testResults: [] };
    const unhandled = ['unhandled in sum.test.ts\nError: signed out\n    at sum.ts:1'];
    expect(sumRun({ name, code: 1, report, unhandled })).toMatchObject({
      passed: 7,
      failed: 1,
      failures: ['vitest.json\n    unhandled in sum.test.ts\n    Error: signed out\n        at sum.ts:1'],
    });
  });
});

test('the closing line adds up all runs', () => {
  shows('3.start.test.last-line');
  const sum = total([sumReport(vitest), sumReport(playwright), failed(['lint'])]);
  expect(closingLines(sum).split('\n').at(-1)).toBe('11 passed, 4 failed, 6 skipped');
});

test('the failures precede the closing line, with the first lines of their messages', () => {
  const sum = total([sumReport(vitest), sumReport(playwright), failed(['lint'])]);
  expect(closingLines(sum).split('\n').slice(0, -1)).toEqual([
    'Failed:',
    '- tests/sum.test.ts > a sum > adds up',
    '    AssertionError: expected 1 to be 2',
    '        at sum.ts:1',
    '- e2e/session.spec.ts:7 > signs in',
    '    Test timeout of 120000ms exceeded.',
    '- e2e/session.spec.ts:9 > signs out',
    '    not there',
    '    errors in the browser',
    '- lint',
    '',
  ]);
  expect(closingLines(failed([]))).toBe('0 passed, 0 failed, 0 skipped');
});

test('on the command line a missing report fails, and the closing line is the last one', () => {
  shows('3.start.test.last-line');
  const run = () =>
    execFileSync(process.execPath, ['scripts/testing/closing-line.mjs', 'not-there.json', '0'], { stdio: 'pipe' });
  const stdout = Buffer.from('Failed:\n- not-there.json left no report\n\n0 passed, 1 failed, 0 skipped\n');
  expect(run).toThrow(expect.objectContaining({ status: 1, stdout }));
});
