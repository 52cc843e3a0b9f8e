import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { durationLines } from '../../scripts/testing/durations.mjs';

const folder = mkdtempSync(join(tmpdir(), 'quartermaster-durations-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const written = (name: string, report: object) => {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(report));
  return file;
};

test('the files of each report are listed with their seconds, slowest first', () => {
  const vitest = written('vitest.json', {
    testResults: [
      { name: join(process.cwd(), 'tests/quick.test.ts'), startTime: 1000, endTime: 1500 },
      { name: join(process.cwd(), 'tests/slow.test.ts'), startTime: 1000, endTime: 13_000 },
    ],
  });
  const spec = (...durations: number[]) => ({ tests: [{ results: durations.map((duration) => ({ duration })) }] });
  const playwright = written('playwright.json', {
    suites: [{ file: 'keyboard.spec.ts', specs: [spec(1000)], suites: [{ specs: [spec(2000, 500)] }] }],
  });
  expect(durationLines([vitest, join(folder, 'missing.json'), playwright]).split('\n')).toEqual([
    'Seconds per file, slowest first',
    `${vitest}: 12.5 s in 2 files`,
    '  12.0 s  tests/slow.test.ts',
    '   0.5 s  tests/quick.test.ts',
    `${playwright}: 3.5 s in 1 files`,
    '  3.5 s  e2e/keyboard.spec.ts',
  ]);
});
