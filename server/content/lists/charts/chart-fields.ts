import { fieldTypeOf, isListType } from '@quartermaster/contract/field-types/registry.ts';
import { AppError } from '../../../core/base/errors.ts';
import type { Leaf, TemplateModel } from '../../model/template-model.ts';
import { isGroupable } from '../list-conditions.ts';

/** A kind of field that a chart draws, and why it does not draw others. */
interface ChartField {
  fits: (leaf: Leaf) => boolean;
  reason: string;
}

const drawnAs = ({ field }: Leaf) => fieldTypeOf(field.settings.type).drawnAs;

/** The fields that charts draw, by what they draw of them. */
export const chartFields = {
  /** Numbers, also those in rows and lists. */
  numbers: { fits: (leaf) => drawnAs(leaf) === 'number', reason: 'charts draw the distribution of number fields' },
  number: {
    fits: (leaf) => drawnAs(leaf) === 'number' && leaf.groups.length === 0 && !isListType(leaf.field.settings.type),
    reason: 'charts draw points of number fields outside of rows and lists',
  },
  choice: {
    fits: (leaf) => isGroupable(leaf) && fieldTypeOf(leaf.field.settings.type).index.ranks !== undefined,
    reason: 'charts colour points by a choice outside of rows',
  },
  moments: { fits: (leaf) => drawnAs(leaf) === 'time', reason: 'charts draw date and time fields over time' },
} satisfies Record<string, ChartField>;

/** Finds a field that a chart can draw; throws 422 with the reason for others. */
export function findChartField(
  { leaves }: TemplateModel,
  path: string,
  fieldId: string,
  { fits, reason }: ChartField,
): Leaf {
  const leaf = leaves.get(fieldId);
  if (leaf && fits(leaf)) return leaf;
  throw new AppError('invalid', { fields: { [path]: reason } });
}
