import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/processes.mjs';
import { say } from '../../scripts/terminal.mjs';
import { type GoalName, goals, reaches } from './goals.ts';

/** One line of a table: the figures of the product and the floor, in the same unit and from the same run. */
export interface Figure {
  goal: GoalName;
  name: string;
  unit: string;
  product: number;
  floor?: number | undefined;
  /** The heading of the second column if it is not the floor. */
  against?: string;
}

const number = (value: number) =>
  value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0 });

function cells({ goal, name, unit, product, floor, against }: Figure): string[] {
  const rule = goals[goal];
  const met = reaches(goal, product, floor);
  const ratio = floor ? product / floor : undefined;
  return [
    name,
    `${number(product)} ${unit}`,
    floor === undefined ? '-' : `${number(floor)} ${unit}${against ? ` (${against})` : ''}`,
    ratio === undefined ? '-' : 'atLeast' in rule ? `${number(ratio * 100)} %` : `${ratio.toFixed(2)}x`,
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
    met: reaches(figure.goal, figure.product, figure.floor) ?? null,
  }));
  writeFileSync(
    join(folder, `${name}.json`),
    `${JSON.stringify({ at: new Date().toISOString(), ...about, figures: kept }, null, 2)}\n`,
  );
}
