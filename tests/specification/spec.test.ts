import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sections } from './sections.ts';

let reports: string;
beforeEach(() => {
  reports = mkdtempSync(join(tmpdir(), 'reports-'));
});
afterEach(() => {
  rmSync(reports, { recursive: true });
});

const spec = (...args: string[]) =>
  spawnSync(process.execPath, ['scripts/testing/spec.mjs', '--reports', reports, ...args], { encoding: 'utf8' });

/** A report in which a test with this status shows every row that is not open. */
function report(status: string): string {
  const shows = sections.flatMap(({ rows }) => rows.filter(({ isOpen }) => !isOpen).map(({ id }) => id));
  const test = { ancestorTitles: [], title: 'shows all', status, meta: { shows } };
  return JSON.stringify({
    testResults: [{ name: join(process.cwd(), 'tests/all.test.ts'), assertionResults: [test] }],
  });
}

describe('scripts/testing/spec.mjs', () => {
  it.each([[[]], [['--check']]])('claims nothing without reports, and fails: %j', (args) => {
    writeFileSync(join(reports, 'summary.json'), '{}');
    const { status, stdout, stderr } = spec(...args);
    expect(status).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toBe(
      `There are no test reports in ${reports}, so nothing is known of what tests show: run \`npm test\` first.\n`,
    );
  });

  it('counts only rows whose tests passed', () => {
    writeFileSync(join(reports, 'vitest.json'), report('failed'));
    const { status, stdout } = spec();
    expect(status).toBe(0);
    expect(stdout).toMatch(/^ +0 of +\d+ {2}1\.2 Screens and routes\n/m);
    expect(stdout).toContain('not passed  1.2.');
  });

  it('lists and counts settled differences separately', () => {
    const settled = sections.flatMap(({ rows }) => rows.filter((row) => row.settled !== undefined));
    writeFileSync(join(reports, 'vitest.json'), report('passed'));
    const { stdout } = spec();
    for (const row of settled)
      expect(stdout).toContain(`  ${row.id}  ${row.where}: ${row.says} (settled: ${row.settled})\n`);
    expect(stdout).toContain(
      `rows of the specification are shown by tests, ${settled.length} of them decided differently`,
    );
    expect(settled.length).toBeGreaterThan(0);
  });

  it('passes a check if the tests that show the rows passed, and ignores other JSON files', () => {
    writeFileSync(join(reports, 'vitest.json'), report('passed'));
    writeFileSync(join(reports, 'summary.json'), '{}');
    const { status, stderr } = spec('--check');
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });

  it('fails a check if they failed', () => {
    writeFileSync(join(reports, 'vitest.json'), report('failed'));
    expect(spec('--check').status).toBe(1);
  });
});
