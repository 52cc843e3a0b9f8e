import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/processes.mjs';
import { say } from '../../scripts/terminal.mjs';
import { compared, type GoalName, goals, reaches } from './goals.ts';
import { bootstrapInterval, median } from './statistics.ts';

/** One line of a table: the figures of the product and the floor, in the same unit and from the same run. */
export interface Figure {
  goal: GoalName;
  name: string;
  unit: string;
  product: number;
  floor?: number | undefined;
  /** The heading of the second column if it is not the floor. */
  against?: string;
  /** The 95 % interval of what is compared with the goal. */
  interval?: readonly [number, number];
}

/** The medians of rounds in which both sides were measured in turn, with the interval of their comparison. */
export function figureOfRounds(
  about: Pick<Figure, 'goal' | 'name' | 'unit'>,
  ours: readonly number[],
  floors: readonly number[],
): Figure {
  const of = (side: readonly number[], drawn: readonly number[]) =>
    median(drawn.map((round) => side[round] ?? Number.NaN));
  const interval = bootstrapInterval(
    ours.length,
    (drawn) => compared(about.goal, of(ours, drawn), of(floors, drawn)) ?? Number.NaN,
  );
  return { ...about, product: median(ours), floor: median(floors), interval };
}

const number = (value: number) =>
  value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0 });

function cells(figure: Figure): string[] {
  const { goal, name, unit, product, floor, against, interval } = figure;
  const rule = goals[goal];
  const met = reaches(figure);
  const ratio = floor ? product / floor : undefined;
  const between = interval ? ` (${interval.map((end) => end.toFixed(2)).join(' to ')})` : '';
  return [
    name,
    `${number(product)} ${unit}`,
    floor === undefined ? '-' : `${number(floor)} ${unit}${against ? ` (${against})` : ''}`,
    ratio === undefined ? '-' : 'atLeast' in rule ? `${number(ratio * 100)} %` : `${ratio.toFixed(2)}x${between}`,
    rule.goal,
    rule.leading,
    met === undefined ? '-' : met ? 'yes' : 'MISSED',
  ];
}

const heads = ['figure', 'Quartermaster', 'floor', 'ratio', 'goal', 'leading systems', 'met'];

/** Prints figures as a table. */
export function printFigures(title: string, figures: readonly Figure[]): void {
  const rows = [heads, ...figures.map(cells)];
  const widths = heads.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd();
  say(`\n${title}\n${rows.map(line).join('\n')}`);
}

/** Stores figures as JSON in bench/results, with the environment, to compare them with another day’s. */
export function writeFigures(name: string, figures: readonly Figure[], about: object): void {
  const folder = join(root, 'bench', 'results');
  mkdirSync(folder, { recursive: true });
  const kept = figures.map((figure) => ({
    ...figure,
    ratio: figure.floor ? figure.product / figure.floor : null,
    ...goals[figure.goal],
    met: reaches(figure) ?? null,
  }));
  writeFileSync(
    join(folder, `${name}.json`),
    `${JSON.stringify({ at: new Date().toISOString(), ...about, figures: kept }, null, 2)}\n`,
  );
}
