import { readFileSync } from 'node:fs';

/** The cells of a line by their column; a column without a value is absent. */
export type Cells = Readonly<Record<string, string>>;

/** The lines of a table of `diablo2-data`. */
export function linesOf(name: string): Cells[] {
  const path = new URL(`data/pod_1.13d/${name}.txt`, import.meta.resolve('diablo2-data'));
  const [head = '', ...lines] = readFileSync(path, 'latin1')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '');
  const columns = head.split('\t');
  return lines.map((line) =>
    Object.fromEntries(line.split('\t').flatMap((cell, place) => (cell === '' ? [] : [[columns[place] ?? '', cell]]))),
  );
}

/** A cell as a number; throws for one that is written in another way, whose text would be lost. */
export function numberOf(cell: string | undefined): number | undefined {
  if (cell === undefined) return undefined;
  if (String(Number(cell)) !== cell) throw new Error(`${cell} is not a number`);
  return Number(cell);
}

/** The numbers in columns, all or none of which have one. */
export const numbersOf = (cells: Cells, ...columns: string[]): number[] =>
  columns.flatMap((column) => numberOf(cells[column]) ?? []);

/** The columns that have 1. */
export const setOf = (cells: Cells, columns: readonly string[]): string[] =>
  columns.filter((column) => cells[column] === '1');
