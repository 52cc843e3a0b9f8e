import { unitText } from '../field-types/field-cell.tsx';
import { chartNumber } from './chart-number.ts';

/** The settings of a drawn field that its texts need. */
interface WithUnit {
  unit?: string;
}

/** The title of an axis: a field with its unit. */
export const axisTitle = (name: string, { unit }: WithUnit): string => (unit === undefined ? name : `${name}, ${unit}`);

/** A drawn value with its unit. */
export const valueText = (value: number, settings: WithUnit): string => chartNumber(value) + unitText(settings);

/** A value that is computed from those of a field, with six digits: a mean has more than anybody reads. */
export const statText = (value: number, settings: WithUnit): string =>
  valueText(Math.abs(value) < 1e6 ? Number(value.toPrecision(6)) : Math.round(value), settings);

/** A range of drawn values. */
export const rangeText = (min: number, max: number, settings: WithUnit): string =>
  min === max ? valueText(min, settings) : `${chartNumber(min)} to ${valueText(max, settings)}`;

/** In proportion to what it was: `−4.8 %`; a dash if it was zero or stays. */
export function changeText(before: number, after: number): string {
  const share = (after - before) / Math.abs(before);
  return share === 0 || !Number.isFinite(share) ? '–' : `${share < 0 ? '−' : '+'}${percentText(Math.abs(share))}`;
}

/** A share in percent, with two or three digits. */
export const percentText = (share: number): string => `${Number((share * 100).toPrecision(share < 0.1 ? 2 : 3))} %`;
