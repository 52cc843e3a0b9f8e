import { describe, expect, it } from 'vitest';
import { checkClaims, checkRows, isShown, type Section } from './check.ts';
import { readReports } from './reports.ts';
import type { Row } from './row.ts';
import { sections } from './sections.ts';

const vitestReport = {
  testResults: [
    {
      name: '/project/tests/list.test.tsx',
      assertionResults: [
        { ancestorTitles: ['list'], title: 'shows rows', status: 'passed' },
        { ancestorTitles: ['list'], title: 'sorts', status: 'failed' },
        { ancestorTitles: [], title: 'filters', status: 'skipped' },
        { ancestorTitles: [], title: 'pages', status: 'pending' },
      ],
    },
  ],
};

const playwrightSpec = (title: string, status: string, results: string[]) => ({
  title,
  file: 'main-job.spec.ts',
  tests: [{ status, results: results.map((result) => ({ status: result })) }],
});

const playwrightReport = {
  config: { rootDir: '/project/e2e' },
  suites: [
    {
      title: 'main-job.spec.ts',
      file: 'main-job.spec.ts',
      specs: [
        playwrightSpec('signs in', 'expected', ['passed']),
        playwrightSpec('edits', 'unexpected', ['timedOut']),
        playwrightSpec('exports', 'skipped', ['skipped']),
        playwrightSpec('downloads', 'skipped', []),
        playwrightSpec('passes at last', 'flaky', ['failed', 'passed']),
        playwrightSpec('is meant to fail', 'expected', ['failed']),
      ],
      suites: [
        {
          title: 'in the dev host',
          file: 'main-job.spec.ts',
          specs: [playwrightSpec('signs in', 'expected', ['passed'])],
        },
      ],
    },
  ],
};

const run = readReports([vitestReport, playwrightReport], '/project');

const row = (over: Partial<Row>): Row => ({ id: '1.2.a', where: '/', says: 'something', shownBy: [], ...over });
const section = (...rows: Row[]): Section[] => [{ id: '1.2', title: 'Screens', rows }];
const claim = (name: string) => checkClaims(section(row({ shownBy: [name] })), run);

describe('checkClaims', () => {
  it.each([
    'tests/list.test.tsx > list > shows rows',
    'e2e/main-job.spec.ts > signs in',
    'e2e/main-job.spec.ts > in the dev host > signs in',
  ])('has nothing to say of a test that passed: %s', (name) => {
    expect(claim(name)).toEqual([]);
  });

  it.each([
    ['tests/list.test.tsx > list > sorts', 'failed'],
    ['tests/list.test.tsx > filters', 'was skipped'],
    ['tests/list.test.tsx > pages', 'did not run'],
    ['tests/list.test.tsx > shows rows', 'does not exist in that file'],
    ['tests/gone.test.tsx > shows rows', 'did not run: no report speaks of that file'],
    ['e2e/main-job.spec.ts > edits', 'failed'],
    ['e2e/main-job.spec.ts > exports', 'was skipped'],
    ['e2e/main-job.spec.ts > downloads', 'did not run'],
    ['e2e/main-job.spec.ts > passes at last', 'failed'],
    ['e2e/main-job.spec.ts > is meant to fail', 'failed'],
    ['e2e/main-job.spec.ts > in the dev host > edits', 'does not exist in that file'],
  ])('reports %s', (name, problem) => {
    expect(claim(name)).toEqual([`1.2.a: "${name}" ${problem}`]);
  });

  it('takes the worst outcome of a test that ran twice, in either order', () => {
    const name = 'tests/list.test.tsx > saves';
    const report = (status: string) => ({
      testResults: [
        {
          name: '/project/tests/list.test.tsx',
          assertionResults: [{ ancestorTitles: [], title: 'saves', status }],
        },
      ],
    });
    for (const statuses of [
      ['passed', 'failed'],
      ['failed', 'passed'],
    ]) {
      expect(readReports(statuses.map(report), '/project').outcomes.get(name)).toBe('failed');
    }
  });
});

describe('checkRows', () => {
  it('has nothing to say of a good row', () => {
    expect(checkRows(section(row({ shownBy: ['tests/a.test.ts > does it'] })))).toEqual([]);
  });

  it('reports an id that stands twice, in one section or in two', () => {
    const twice = [...section(row({}), row({})), { id: '1.2', title: 'Again', rows: [row({})] }];
    expect(checkRows(twice)).toEqual(['1.2.a: the id stands twice', '1.2.a: the id stands twice']);
  });

  it.each(['1.2.', '1.2.Home', '1.2.a b', '1.2.a..b', '1.3.a', '1.2'] as Row['id'][])('reports the id "%s"', (id) => {
    expect(checkRows(section(row({ id })))).toEqual([`${id}: the id is not 1.2.words.in-small-letters`]);
  });

  it('reports a row without words or place', () => {
    expect(checkRows(section(row({ says: ' ', where: '' })))).toEqual([
      '1.2.a: says nothing',
      '1.2.a: names no screen or call',
    ]);
  });

  it('reports a difference that was settled without a word', () => {
    expect(checkRows(section(row({ settled: 'once a day is enough' })))).toEqual([]);
    expect(checkRows(section(row({ settled: '' })))).toEqual(['1.2.a: is settled without a word']);
  });

  it('reports a test name without its file, and one that stands twice', () => {
    const name = 'tests/a.test.ts > does it';
    expect(checkRows(section(row({ shownBy: ['does it', name, name] })))).toEqual([
      '1.2.a: "does it" is not "<file path> > <test title>"',
      `1.2.a: names "${name}" twice`,
    ]);
  });

  it('has nothing to say of the table itself', () => {
    expect(checkRows(sections)).toEqual([]);
  });
});

describe('isShown', () => {
  const passed = 'e2e/main-job.spec.ts > signs in';
  const failed = 'e2e/main-job.spec.ts > edits';

  it('wants every named test to have passed', () => {
    expect(isShown(row({ shownBy: [] }), run)).toBe(false);
    expect(isShown(row({ shownBy: [passed] }), run)).toBe(true);
    expect(isShown(row({ shownBy: [passed, failed] }), run)).toBe(false);
  });

  it('believes the names where there are no reports', () => {
    expect(isShown(row({ shownBy: [failed] }), undefined)).toBe(true);
    expect(isShown(row({ shownBy: [] }), undefined)).toBe(false);
  });
});
