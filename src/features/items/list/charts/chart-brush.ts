import { limitsOf } from '@quartermaster/contract/field-types/filters.ts';
import { momentText } from '@quartermaster/contract/field-types/moment.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { subjectOfField } from '@quartermaster/contract/rules/filter.ts';
import type { PlotRange } from '../../../../shared/charts/plot-range.ts';
import type { ListedField } from '../item-columns.tsx';
import { type ListFilter, toListFilter } from '../list-state.ts';

/** A filter between two values of a field that is drawn; such a filter is the brush of the chart. */
export const isBrush = ({ fieldId, condition }: ListFilter, axes: readonly ListedField[]): boolean =>
  condition === 'between' && axes.some(({ id }) => id === fieldId);

/** Whether a list can be filtered by a range of the fields. */
export const canBrush = (axes: readonly ListedField[]): boolean =>
  axes.every(({ settings }) => fieldTypeOf(settings.type).filter.conditions.includes('between'));

/** The range of a field that a list is filtered by, both ends included; moments in seconds. */
export function brushedRange({ id, settings }: ListedField, filters: readonly ListFilter[]): PlotRange | undefined {
  const filter = filters.find(({ fieldId, condition }) => fieldId === id && condition === 'between');
  const limits = filter && limitsOf(filter.value);
  if (!limits) return undefined;
  const { numberIn } = subjectOfField(settings);
  const [min, max] = [numberIn(limits[0]), numberIn(limits[1])];
  return Number.isFinite(min) && Number.isFinite(max) ? { min, max } : undefined;
}

/** The filters with a brush in place of another one. */
export const withBrush = (
  filters: readonly ListFilter[],
  axes: readonly ListedField[],
  ranges: readonly PlotRange[],
): ListFilter[] => [
  ...filters.filter((filter) => !isBrush(filter, axes)),
  ...axes.flatMap((axis, index) => {
    const range = ranges[index];
    return range ? [toListFilter({ fieldId: axis.id, condition: 'between', value: rangeText(axis, range) })] : [];
  }),
];

const rangeText = ({ settings }: ListedField, { min, max }: PlotRange) =>
  [min, max]
    .map((end) => (fieldTypeOf(settings.type).index.isMoment ? momentText(end * 1000) : String(end)))
    .join(' .. ');
