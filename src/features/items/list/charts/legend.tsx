import type { DrawnChart } from '@quartermaster/contract/endpoints/items.ts';
import type { CSSProperties, Ref } from 'react';
import type { ListedField } from '../item-columns.tsx';
import classes from './charts.module.css';
import { optionsOf } from './list-chart.ts';
import { signOf } from './paint-points.ts';

interface LegendEntry {
  /** The colour of points; null for items without an option. */
  index: number | null;
  label: string;
  color: string;
}

/** For options without colours: pairs for both schemes, told apart by those who see few colours, and by their signs. */
const palette = [
  ['#0072b2', '#56b4e9'],
  ['#d55e00', '#f0934a'],
  ['#00805d', '#2fc298'],
  ['#a8568c', '#dd93c0'],
  ['#6b6f00', '#d6d246'],
  ['#5d4fb3', '#a79cf0'],
] as const;
const gray = 'light-dark(var(--mantine-color-gray-6), var(--mantine-color-gray-5))';

/** The options that points have, with their colours. */
export function legendOf(
  field: ListedField | undefined,
  { colors, points }: Extract<DrawnChart, { kind: 'points' }>,
): LegendEntry[] {
  if (!field) return [];
  const options = optionsOf(field);
  const areColored = options.some(({ color }) => color);
  const entries = colors.map(({ value }, index): LegendEntry => {
    const option = options.find(({ id }) => id === value);
    const [light, dark] = palette[index % palette.length] ?? palette[0];
    return {
      index,
      label: option?.label ?? value,
      color: option?.color
        ? `light-dark(var(--mantine-color-${option.color}-7), var(--mantine-color-${option.color}-4))`
        : areColored
          ? gray
          : `light-dark(${light}, ${dark})`,
    };
  });
  return points.some(({ color }) => color === null)
    ? [...entries, { index: null, label: 'None', color: gray }]
    : entries;
}

/** What the colours and signs of points stand for. */
export const Legend = ({ entries, ref }: { entries: readonly LegendEntry[]; ref: Ref<HTMLUListElement> }) => (
  <ul ref={ref} className={classes.legend} aria-label="Colours">
    {entries.map(({ index, label, color }) => (
      <li key={String(index)}>
        <i data-index={index ?? ''} style={{ '--sign': color } as CSSProperties} aria-hidden>
          {signOf(index)}
        </i>
        {label}
      </li>
    ))}
  </ul>
);

/** The colours as a canvas takes them. */
export function inksIn(legend: HTMLElement | null): ReadonlyMap<number | null, string> {
  const signs = [...(legend?.querySelectorAll<HTMLElement>('[data-index]') ?? [])];
  return new Map(
    signs.map((sign) => [sign.dataset.index ? Number(sign.dataset.index) : null, getComputedStyle(sign).color]),
  );
}
