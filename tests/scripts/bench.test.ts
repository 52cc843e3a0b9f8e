import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { reaches } from '../../bench/support/goals.ts';
import { measureAll } from '../../bench/support/measure-all.ts';
import { figureOfRounds } from '../../bench/support/report.ts';
import { shows } from '../specification/shows.ts';

test('every benchmark prints and stores a table of its figures as soon as they are measured', async () => {
  shows('3.start.bench.tables');
  const printed: string[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
  onTestFinished(() => write.mockRestore());
  const kept: string[] = [];
  const printedBefore: number[] = [];
  const bench = { rows: 3 };
  const figures = await measureAll(
    [
      ['page', async ({ rows }) => [{ goal: 'pageMedian', name: 'a page', unit: 'ms', product: rows, floor: 2 }]],
      [
        'memory',
        async () => {
          printedBefore.push(printed.length);
          return [{ goal: 'memoryIdle', name: 'at rest', unit: 'MB', product: 111 }];
        },
      ],
    ],
    bench,
    {},
    (name) => kept.push(name),
  );
  expect(printedBefore).toEqual([1]);
  expect(kept).toEqual(['page', 'memory']);
  expect(figures.map(({ name }) => name)).toEqual(['a page', 'at rest']);
  const [page = '', memory = ''] = printed;
  const cellsOf = (table: string) =>
    table
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/ {2,}/));
  const heads = ['figure', 'Quartermaster', 'floor', 'ratio', 'goal', 'leading systems', 'met'];
  expect(cellsOf(page)).toEqual([['page'], heads, ['a page', '3 ms', '2 ms', '1.50x', '2x', '11x to 31x', 'yes']]);
  expect(cellsOf(memory)).toEqual([
    ['memory'],
    heads,
    ['at rest', '111 MB', '-', '-', '110 MB', '112 to 275 MB', 'MISSED'],
  ]);
});

test('a figure of rounds reaches its goal only with the whole interval of its median', () => {
  shows('3.start.bench.tables');
  const about = { goal: 'listTrue', name: 'rows', unit: 'ms' } as const;
  const floors = Array.from({ length: 10 }, () => 100);
  const steady = figureOfRounds(about, [120, 121, 122, 123, 124, 125, 126, 127, 128, 129], floors);
  expect(steady.product).toBe(124.5);
  expect(steady.interval).toEqual([1.22, 1.27]);
  expect(reaches(steady)).toBe(true);
  const scattered = figureOfRounds(about, [120, 120, 120, 120, 120, 120, 190, 190, 190, 190], floors);
  expect(scattered.product).toBe(120);
  expect(scattered.interval).toEqual([1.2, 1.9]);
  expect(reaches(scattered)).toBe(false);
});

test('npm run bench knows every benchmark', () => {
  shows('3.start.bench.tables');
  const run = readFileSync('bench/run.ts', 'utf8');
  const files = globSync('bench/*.ts')
    .map((file) => basename(file))
    .filter((file) => file !== 'run.ts');
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter((file) => !run.includes(`from './${file}'`))).toEqual([]);
  expect(run).toContain('measureAll(chosen');
});
