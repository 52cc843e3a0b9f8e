import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { whatDoesNotParse } from '../../scripts/parse.mjs';
import { root } from '../../scripts/processes.mjs';
import type { Break } from './break.ts';
import { breaks, checkBreaks, judge, plant } from './breaks.ts';
import type { Run } from './reports.ts';
import { sections } from './sections.ts';

describe('the breaks', () => {
  it('each name a row that is shown, describe the fault, and change only the product', () => {
    expect(checkBreaks(breaks, sections)).toEqual([]);
  });

  it('each can be planted in the product as it is', () => {
    const planted = breaks.map((one) => plant(readFileSync(join(root, one.file), 'utf8'), one));
    expect(planted.flatMap((result) => ('problem' in result ? [result.problem] : []))).toEqual([]);
  });

  it('are few, and at most one per row', () => {
    expect(breaks.length).toBeGreaterThanOrEqual(80);
    expect(breaks.length).toBeLessThanOrEqual(140);
    expect(new Set(breaks.map(({ row }) => row)).size).toBe(breaks.length);
  });
});

describe('checkBreaks', () => {
  const sound: Break = { row: '1.2.a', says: 'It is blue.', file: 'src/a.ts', before: 'red', after: 'blue' };
  const rows = [
    { id: '1.2.a' as const, where: '/', says: 'it is red' },
    { id: '1.2.b' as const, where: '/', says: 'it is round', isOpen: true as const },
  ];
  const problems = (over: Partial<Break>) =>
    checkBreaks([{ ...sound, ...over }], [{ id: '1.2', title: 'Screens', rows }]);

  it('accepts a valid one', () => {
    expect(problems({})).toEqual([]);
  });

  const wrong: [Partial<Break>, string][] = [
    [{ row: '1.2.c' }, '1.2.c: the row does not exist'],
    [{ row: '1.2.b' }, '1.2.b: the row is open: no test could notice'],
    [{ says: 'red' }, '1.2.a: what it says is not a sentence'],
    [{ file: 'tests/a.test.ts' }, '1.2.a: changes a file outside of the product: tests/a.test.ts'],
  ];
  it.each(wrong)('rejects %j', (over, problem) => {
    expect(problems(over)).toEqual([problem]);
  });
});

describe('judge', () => {
  const run = (outcomes: Record<string, 'passed' | 'failed'>): Run => ({
    outcomes: new Map(Object.entries(outcomes)),
    shownBy: new Map(),
  });
  const before = run({ a: 'passed', b: 'passed', broken: 'failed' });

  it('reports which test caught a break', () => {
    expect(judge(['a', 'b'], before, run({ a: 'passed', b: 'failed' }))).toEqual({ caughtBy: 'b' });
  });

  it.each([
    ['passes', ['a', 'b'], run({ a: 'passed', b: 'passed' }), 'every test of the row passes'],
    ['did not run', ['a'], run({}), 'the tests of the row did not start'],
    [
      'fails without the break too',
      ['broken'],
      run({ broken: 'failed' }),
      'no test of the row passes without the break',
    ],
  ])('does not count a break as caught if a test %s', (_, shownBy, after, passes) => {
    expect(judge(shownBy, before, after)).toEqual({ passes });
  });
});

describe('plant', () => {
  const one: Break = { row: '1.2.a', says: 'It is blue.', file: 'src/a.ts', before: 'red', after: 'blue' };

  it('replaces the text of a break, and nothing else', () => {
    expect(plant('a red $& b', one)).toEqual({ text: 'a blue $& b' });
  });

  it('reports a text that is missing, or found twice', () => {
    expect(plant('green', one)).toEqual({ problem: 'src/a.ts no longer has its text' });
    expect(plant('red red', one)).toEqual({ problem: 'src/a.ts has its text more than once' });
  });
});

it('a break that does not parse is reported, because it would fail every test', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quartermaster-parse-'));
  writeFileSync(join(folder, 'sound.ts'), 'const half = 1;');
  writeFileSync(join(folder, 'broken.ts'), 'const half =');
  expect(whatDoesNotParse(folder, ['sound.ts'])).toBeUndefined();
  expect(whatDoesNotParse(folder, ['broken.ts'])).toBe('broken.ts: Unexpected token');
  rmSync(folder, { recursive: true });
});

it('npm run spec -- --breaks reports an unknown name', () => {
  const script = 'scripts/testing/spec-breaks.mjs';
  const { status, stderr } = spawnSync(process.execPath, [script, '--breaks', '1.2.nothing'], { encoding: 'utf8' });
  expect(stderr).toContain('There is no break for 1.2.nothing');
  expect(status).toBe(1);
});
