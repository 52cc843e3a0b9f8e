import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whatDoesNotParse } from '../../scripts/parse.mjs';
import { copyProject } from '../../scripts/testing/project-copy.mjs';
import { type Break, checkBreaks, judge, readBreaks } from './breaks.ts';
import type { Run } from './reports.ts';
import { sections } from './sections.ts';

const breaks = readBreaks(join(import.meta.dirname, 'breaks'));

describe('the breaks', () => {
  it('each name a row that is shown, describe the fault, and change only the product', () => {
    expect(checkBreaks(breaks, sections)).toEqual([]);
  });

  it('are at least 60, and cover every section with shown rows', () => {
    expect(breaks.length).toBeGreaterThanOrEqual(60);
    const shown = sections.filter(({ rows }) => rows.some(({ isOpen }) => !isOpen));
    const unbroken = shown.filter(({ id }) => !breaks.some(({ row }) => row.startsWith(`${id}.`)));
    expect(unbroken.map(({ id }) => id)).toEqual([]);
  });
});

describe('checkBreaks', () => {
  const sound: Break = { row: '1.2.a', says: 'It is blue.', file: '1.2.a.patch', changes: ['src/a.ts'] };
  const rows = [
    { id: '1.2.a' as const, where: '/', says: 'it is red' },
    { id: '1.2.b' as const, where: '/', says: 'it is round', isOpen: true as const },
  ];
  const problems = (over: Partial<Break>) =>
    checkBreaks([{ ...sound, ...over }], [{ id: '1.2', title: 'Screens', rows }]);

  it('accepts a valid one', () => {
    expect(problems({})).toEqual([]);
  });

  it.each([
    [{ row: '1.2.c' }, '1.2.c: the row does not exist'],
    [{ row: '1.2.b' }, '1.2.b: the row is open: no test could notice'],
    [{ says: 'diff --git a/src/a.ts b/src/a.ts' }, '1.2.a: the first line is not a sentence'],
    [{ changes: [] }, '1.2.a: changes no file'],
    [{ changes: ['src/a.ts', 'tests/a.test.ts'] }, '1.2.a: changes files outside of the product: tests/a.test.ts'],
  ])('rejects %j', (over, problem) => {
    expect(problems(over)).toEqual([problem]);
  });
});

describe('judge', () => {
  const run = (outcomes: Record<string, 'passed' | 'failed'>): Run => ({
    outcomes: new Map(Object.entries(outcomes)),
    shownBy: new Map(),
  });
  const before = run({ a: 'passed', b: 'passed', broken: 'failed' });

  it('says which test caught a break', () => {
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

/** Groups of breaks that change different files: starting git for each of hundreds takes most of the time. */
function groupsOf(all: readonly Break[]): Break[][] {
  const groups: { members: Break[]; files: Set<string> }[] = [];
  for (const one of all) {
    const fitting = groups.find(({ files }) => one.changes.every((path) => !files.has(path)));
    const group = fitting ?? { members: [], files: new Set() };
    if (!fitting) groups.push(group);
    group.members.push(one);
    for (const path of one.changes) group.files.add(path);
  }
  return groups.map(({ members }) => members);
}

describe('a copy of the project', () => {
  let copy: ReturnType<typeof copyProject>;
  beforeAll(() => {
    copy = copyProject();
  });
  afterAll(() => copy.remove());

  /** Which of a group does not apply, and why. */
  const problemOf = (group: Break[]) => {
    for (const one of group) {
      const applied = copy.apply(one);
      if ('problem' in applied) return `${one.row}: ${applied.problem}`;
      applied.takeBack();
    }
    return 'Each applies alone, but not all together.';
  };

  it('accepts each break, still parses with it, and is unchanged after it is reverted', () => {
    const textsOf = (folder: string, { changes }: Break) =>
      changes.map((path) => readFileSync(join(folder, path), 'utf8'));
    for (const group of groupsOf(breaks)) {
      const applied = copy.apply(...group);
      if ('problem' in applied) throw new Error(problemOf(group));
      for (const one of group) {
        expect(textsOf(copy.folder, one), one.row).not.toEqual(textsOf('.', one));
        expect(whatDoesNotParse(copy.folder, one.changes), one.row).toBeUndefined();
      }
      applied.takeBack();
      for (const one of group) expect(textsOf(copy.folder, one), one.row).toEqual(textsOf('.', one));
    }
  });

  it('reports what does not parse', () => {
    expect(whatDoesNotParse(copy.folder, ['contract/access.ts'])).toBeUndefined();
    appendFileSync(join(copy.folder, 'contract/access.ts'), 'const half =');
    expect(whatDoesNotParse(copy.folder, ['contract/access.ts'])).toBe('contract/access.ts: Unexpected token');
  });

  it('has the packages of this checkout, and its own workspaces', () => {
    expect(existsSync(join(copy.folder, 'node_modules/vitest/package.json'))).toBe(true);
    expect(realpathSync(join(copy.folder, 'node_modules/@quartermaster/contract'))).toBe(join(copy.folder, 'contract'));
  });

  it('reports where a patch no longer applies', () => {
    const [one] = breaks;
    if (!one) throw new Error('There is no break to try.');
    const applied = copy.apply(one);
    expect(copy.apply(one)).toEqual({ problem: expect.stringMatching(/patch/) });
    if ('takeBack' in applied) applied.takeBack();
  });
});

it('npm run spec -- --breaks reports an unknown name', () => {
  const script = 'scripts/testing/spec-breaks.mjs';
  const { status, stderr } = spawnSync(process.execPath, [script, '--breaks', '1.2.nothing'], { encoding: 'utf8' });
  expect(stderr).toContain('There is no break for 1.2.nothing');
  expect(status).toBe(1);
});
