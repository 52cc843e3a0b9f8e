import { join, relative } from 'node:path';

/** The outcome of a test in a run; `not run` is a test that was found and never started. */
type Outcome = 'passed' | 'failed' | 'skipped' | 'not run';

/** The outcome of every test in the reports by full name, and the tests that show each row. */
export type Run = { outcomes: Map<string, Outcome>; shownBy: Map<string, Set<string>> };

type VitestReport = {
  testResults: { name: string; assertionResults: VitestTest[] }[];
};
type VitestTest = { ancestorTitles: string[]; title: string; status: string; meta?: { shows?: string[] } };
type PlaywrightTest = {
  status: string;
  results: { status: string }[];
  annotations?: { type: string; description?: string }[];
};
type PlaywrightSuite = {
  title: string;
  file: string;
  specs: { title: string; file: string; tests: PlaywrightTest[] }[];
  suites?: PlaywrightSuite[];
};
type PlaywrightReport = { config: { rootDir: string }; suites: PlaywrightSuite[] };

const worstFirst: Outcome[] = ['failed', 'not run', 'skipped', 'passed'];

/**
 * Reads the JSON reports of Vitest and Playwright, in any number and order. A test in several reports or browser
 * projects has its worst outcome. `root` is the folder that file names are relative to.
 */
export function readReports(reports: unknown[], root: string): Run {
  const run: Run = { outcomes: new Map(), shownBy: new Map() };
  for (const report of reports) {
    if (isVitest(report)) readVitest(report, root, run);
    else if (isPlaywright(report)) readPlaywright(report, root, run);
  }
  return run;
}

/** True for a report of either runner; the folder may contain other JSON files. */
export function isReport(value: unknown): boolean {
  return isVitest(value) || isPlaywright(value);
}

function isVitest(value: unknown): value is VitestReport {
  return typeof value === 'object' && value !== null && 'testResults' in value && Array.isArray(value.testResults);
}

function isPlaywright(value: unknown): value is PlaywrightReport {
  return typeof value === 'object' && value !== null && 'suites' in value && 'config' in value;
}

function readVitest(report: VitestReport, root: string, run: Run): void {
  for (const file of report.testResults) {
    const path = relative(root, file.name);
    for (const test of file.assertionResults) {
      add(run, [path, ...test.ancestorTitles, test.title], vitestOutcome(test.status), test.meta?.shows ?? []);
    }
  }
}

function vitestOutcome(status: string): Outcome {
  if (status === 'passed' || status === 'failed') return status;
  return status === 'skipped' || status === 'todo' ? 'skipped' : 'not run';
}

function readPlaywright(report: PlaywrightReport, root: string, run: Run): void {
  const visit = (suite: PlaywrightSuite, titles: string[]): void => {
    for (const spec of suite.specs) {
      const path = relative(root, join(report.config.rootDir, spec.file));
      for (const test of spec.tests) {
        const shown = (test.annotations ?? []).filter(({ type }) => type === 'shows');
        const rows = shown.flatMap(({ description }) => description ?? []);
        add(run, [path, ...titles, spec.title], playwrightOutcome(test), rows);
      }
    }
    for (const child of suite.suites ?? []) visit(child, [...titles, child.title]);
  };
  for (const file of report.suites) visit(file, []);
}

function playwrightOutcome(test: PlaywrightTest): Outcome {
  if (test.results.length === 0) return 'not run';
  if (test.status === 'skipped') return 'skipped';
  // A test that is expected to fail, or that passed on retry, shows nothing.
  const passed = test.status === 'expected' && test.results.every((result) => result.status === 'passed');
  return passed ? 'passed' : 'failed';
}

function add(run: Run, parts: string[], outcome: Outcome, rows: string[]): void {
  const name = parts.filter((part) => part !== '').join(' > ');
  const before = run.outcomes.get(name) ?? outcome;
  run.outcomes.set(name, worstFirst.indexOf(before) < worstFirst.indexOf(outcome) ? before : outcome);
  for (const row of rows) run.shownBy.set(row, (run.shownBy.get(row) ?? new Set()).add(name));
}
