import type { DrawnChart } from '@quartermaster/contract/endpoints/items.ts';
import { millisecondsOf } from '@quartermaster/contract/field-types/moment.ts';
import { chartNumber } from '../../../../shared/charts/chart-number.ts';
import type { PlotRange } from '../../../../shared/charts/plot-range.ts';
import { rangeText } from '../../../../shared/charts/value-text.ts';
import { viewerOffset } from '../../../../shared/field-types/date-time/time-zone.ts';
import type { ListedField } from '../item-columns.tsx';
import { isWhole } from './list-chart.ts';
import { unitMomentText } from './moment-text.ts';

/** A range with the number of values in it; without its end, except for the last one. */
export interface Bin extends PlotRange {
  count: number;
}

/** The bins of a chart, and how they are written and filtered by. */
export interface Bins {
  all: readonly Bin[];
  /** The values on the axis, if they are not round ones. */
  marks?: readonly number[];
  /** A value on the axis. */
  format: (value: number) => string;
  /** A range, both ends included. */
  textOf: (range: PlotRange) => string;
  /** The values in a range of bins, both ends included. */
  filterOf: (drawn: PlotRange) => PlotRange;
  /** A range of values as it is drawn. */
  drawnOf: (range: PlotRange) => PlotRange;
}

type Answer<K> = Extract<DrawnChart, { kind: K }>;

/** The bins of an answer; moments are in seconds. */
export function binsOf(field: ListedField, answer: Answer<'distribution'> | Answer<'time'>): Bins {
  return answer.kind === 'time' ? momentBins(answer) : numberBins(field, answer);
}

function numberBins(field: ListedField, { bins }: Answer<'distribution'>): Bins {
  const isInteger = isWhole(field.settings);
  const all = bins.map(({ from, to, count }) => ({ min: from, max: to, count }));
  const last = all.at(-1)?.max;
  const before = (end: number) => (isInteger ? Math.ceil(end) - 1 : end === last ? end : doubleBefore(end));
  return {
    all,
    format: chartNumber,
    textOf: ({ min, max }) => rangeText(min, max, field.settings),
    filterOf: ({ min, max }) => ({ min, max: before(max) }),
    drawnOf: ({ min, max }) => ({ min, max: isInteger ? max + 1 : max }),
  };
}

function momentBins({ bins, unit }: Answer<'time'>): Bins {
  const secondsOf = (moment: string) => millisecondsOf(moment) / 1000;
  const all = bins.map(({ from, to, count }) => ({ min: secondsOf(from), max: secondsOf(to), count }));
  const format = (seconds: number) => unitMomentText(seconds, unit, viewerOffset);
  return {
    all,
    marks: all.map(({ min }) => min),
    format,
    textOf: ({ min, max }) => {
      const [first, last] = [format(min), format(max)];
      return first === last ? first : `${first} to ${last}`;
    },
    filterOf: ({ min, max }) => ({ min, max: Math.max(min, max - 1) }),
    drawnOf: ({ min, max }) => ({ min, max: max + 1 }),
  };
}

/** The largest number below another one. */
function doubleBefore(value: number): number {
  if (value === 0) return -Number.MIN_VALUE;
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  view.setBigInt64(0, view.getBigInt64(0) - (value > 0 ? 1n : -1n));
  return view.getFloat64(0);
}

/** The range of the bins that a range touches. */
export function binsTouched(all: readonly Bin[], { min, max }: PlotRange): PlotRange {
  const touched = all.filter((bin) => bin.max > min && bin.min < max);
  return { min: touched[0]?.min ?? min, max: touched.at(-1)?.max ?? max };
}
