import { describe, expect, it } from 'vitest';
import { checkClaims, checkRows, isShown, type Section } from './check.ts';
import { readClaims } from './claims.ts';
import { readReports } from './reports.ts';
import type { Row } from './row.ts';
import { sections } from './sections.ts';
import { shows } from './shows.ts';

const vitestReport = {
  testResults: [
    {
      name: '/project/tests/list.test.tsx',
      assertionResults: [
        { ancestorTitles: ['list'], title: 'shows rows', status: 'passed', meta: { shows: ['1.2.rows'] } },
        { ancestorTitles: ['list'], title: 'sorts', status: 'failed', meta: { shows: ['1.2.sorts', '1.2.both'] } },
        { ancestorTitles: [], title: 'filters', status: 'skipped', meta: { shows: ['1.2.filters'] } },
        { ancestorTitles: [], title: 'pages', status: 'pending', meta: { shows: ['1.2.pages'] } },
      ],
    },
  ],
};

const playwrightSpec = (title: string, status: string, results: string[], ...rows: string[]) => ({
  title,
  file: 'main-job.spec.ts',
  tests: [
    {
      status,
      results: results.map((result) => ({ status: result })),
      annotations: [{ type: 'slow' }, ...rows.map((description) => ({ type: 'shows', description }))],
    },
  ],
});

const playwrightReport = {
  config: { rootDir: '/project/e2e' },
  suites: [
    {
      title: 'main-job.spec.ts',
      file: 'main-job.spec.ts',
      specs: [
        playwrightSpec('signs in', 'expected', ['passed'], '1.2.in', '1.2.both'),
        playwrightSpec('edits', 'unexpected', ['timedOut'], '1.2.edits'),
        playwrightSpec('exports', 'skipped', ['skipped'], '1.2.exports'),
        playwrightSpec('downloads', 'skipped', [], '1.2.downloads'),
        playwrightSpec('passes at last', 'flaky', ['failed', 'passed'], '1.2.at-last'),
        playwrightSpec('is meant to fail', 'expected', ['failed'], '1.2.fails'),
      ],
      suites: [
        {
          title: 'in the dev host',
          file: 'main-job.spec.ts',
          specs: [playwrightSpec('signs in', 'expected', ['passed'], '1.2.in')],
        },
      ],
    },
  ],
};

const run = readReports([vitestReport, playwrightReport], '/project');

const row = (over: Partial<Row>): Row => ({ id: '1.2.a', where: '/', says: 'something', ...over });
const section = (...rows: Row[]): Section[] => [{ id: '1.2', title: 'Screens', rows }];
const everyId = [...run.shownBy.keys()] as Row['id'][];
/** The problems reported for a row in a table with all rows. */
const claim = (id: Row['id'], over: Partial<Row> = {}) => {
  const table = section(...new Set([...everyId, id]).values().map((one) => row({ id: one, ...(one === id && over) })));
  return checkClaims(table, run).filter((problem) => problem.includes(id));
};

describe('checkClaims', () => {
  it.each(['1.2.rows', '1.2.in'] as const)('reports nothing for %s, whose tests passed', (id) => {
    expect(claim(id)).toEqual([]);
  });

  it.each([
    ['1.2.sorts', '"tests/list.test.tsx > list > sorts" failed'],
    ['1.2.both', '"tests/list.test.tsx > list > sorts" failed'],
    ['1.2.filters', '"tests/list.test.tsx > filters" was skipped'],
    ['1.2.pages', '"tests/list.test.tsx > pages" did not run'],
    ['1.2.edits', '"e2e/main-job.spec.ts > edits" failed'],
    ['1.2.exports', '"e2e/main-job.spec.ts > exports" was skipped'],
    ['1.2.downloads', '"e2e/main-job.spec.ts > downloads" did not run'],
    ['1.2.at-last', '"e2e/main-job.spec.ts > passes at last" failed'],
    ['1.2.fails', '"e2e/main-job.spec.ts > is meant to fail" failed'],
    ['1.2.alone', 'no test that ran shows it'],
  ] as const)('reports for %s: %s', (id, problem) => {
    expect(claim(id)).toEqual([`${id}: ${problem}`]);
  });

  it('reports an open row that is shown, and an unknown row', () => {
    expect(claim('1.2.rows', { isOpen: true })).toEqual([
      '1.2.rows: is open, but "tests/list.test.tsx > list > shows rows" shows it',
    ]);
    expect(checkClaims([], readReports([vitestReport], '/project'))).toContain(
      '"tests/list.test.tsx > list > shows rows" shows 1.2.rows, which is not a row',
    );
  });

  it('uses the worst outcome of a test that ran twice, in either order', () => {
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
  it('reports nothing for a valid row', () => {
    expect(checkRows(section(row({})))).toEqual([]);
  });

  it('reports a duplicate id, in one section or across two', () => {
    const twice = [...section(row({}), row({})), { id: '1.2', title: 'Again', rows: [row({})] }];
    expect(checkRows(twice)).toEqual(['1.2.a: the id is duplicated', '1.2.a: the id is duplicated']);
  });

  it.each(['1.2.', '1.2.Home', '1.2.a b', '1.2.a..b', '1.3.a', '1.2'] as Row['id'][])('reports the id "%s"', (id) => {
    expect(checkRows(section(row({ id })))).toEqual([`${id}: the id is not 1.2.words.in-lower-case`]);
  });

  it('reports a row without a statement or a place', () => {
    expect(checkRows(section(row({ says: ' ', where: '' })))).toEqual([
      '1.2.a: has no statement',
      '1.2.a: has no screen or call',
    ]);
  });

  it('reports an empty explanation of a settled difference', () => {
    expect(checkRows(section(row({ settled: 'once a day is enough' })))).toEqual([]);
    expect(checkRows(section(row({ settled: '' })))).toEqual(['1.2.a: has an empty explanation']);
  });

  it('reports nothing for the table itself', () => {
    expect(checkRows(sections)).toEqual([]);
  });
});

describe('isShown', () => {
  it('requires that every test that shows the row passed', () => {
    expect(isShown(row({ id: '1.2.none' }), run)).toBe(false);
    expect(isShown(row({ id: '1.2.in' }), run)).toBe(true);
    expect(isShown(row({ id: '1.2.both' }), run)).toBe(false);
    expect(isShown(row({ id: '1.2.in', isOpen: true }), run)).toBe(false);
  });
});

describe('the tests', () => {
  const claims = readClaims('.');

  it('show exactly the rows that are not open', () => {
    const shown = sections.flatMap(({ rows }) => rows.filter(({ isOpen }) => !isOpen));
    expect([...claims.keys()].toSorted()).toEqual(shown.map(({ id }) => id).toSorted());
  });

  it('write what they show into the report', ({ task }) => {
    shows('1.2.route.home');
    expect(task.meta.shows).toEqual(['1.2.route.home']);
    shows('1.2.route.login');
    expect(task.meta.shows).toEqual(['1.2.route.home', '1.2.route.login']);
    delete task.meta.shows;
  });
});
