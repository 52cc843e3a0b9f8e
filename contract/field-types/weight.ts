import { fieldType } from './field-type.ts';
import { numeric, numericSettings } from './number.ts';
import { requiredSum } from './setting.ts';

/** The sum of the weights in a list of values; those without a value weigh nothing. */
export const sumOf = (values: readonly unknown[]): number =>
  values.reduce<number>((sum, value) => sum + (typeof value === 'number' && Number.isFinite(value) ? value : 0), 0);

/** Thirds of 100 that were typed with six decimals still sum to 100. */
const tolerance = 1e-6;

/** True if a sum is the required one, except for what rounding costs. */
export const isSum = (sum: number, required: number): boolean => Math.abs(sum - required) <= required * tolerance;

/** A sum without the noise of binary fractions. */
export const sumText = (sum: number): string => String(Number(sum.toPrecision(12)));

/** How likely a row is compared with the others of its group: a float that is not negative. */
export const weight = fieldType({
  ...numeric(false, [{ rule: 'atLeast', measure: 'number', limit: 0, reason: 'should be at least 0' }]),
  label: 'Weight',
  settings: { ...numericSettings(false), requiredSum },
  rows: {
    is: 'weight',
    check: (values, { requiredSum: required }) => {
      const sum = sumOf(values);
      return required === null || isSum(sum, required)
        ? undefined
        : `the rows sum to ${sumText(sum)} and should sum to ${sumText(required)}`;
    },
  },
});
