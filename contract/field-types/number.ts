import { type Bound, fieldType, limits, requiredField } from './field-type.ts';
import { numberConditions } from './filters.ts';
import { checkLimitOrder, limitSettings, required } from './setting.ts';
import { notWholeSentence } from './whole-number.ts';

/** Common definition of integer and float; `others` are the type's constraints besides its limits. */
export const numberType = (
  label: string,
  isWhole: boolean,
  others: readonly Bound[],
  checkFilter: (value: string) => string | undefined,
) =>
  fieldType({
    label,
    holds: 'value',
    inPalette: true,
    settings: { required, ...limitSettings({ isWhole }) },
    checkTogether: checkLimitOrder,
    isNumber: true,
    wrongKind: (value) =>
      typeof value === 'number' && Number.isFinite(value)
        ? undefined
        : isWhole
          ? notWholeSentence
          : 'should be a number',
    missing: requiredField,
    bounds: (settings) => [
      ...limits('number', settings, {
        atLeast: (limit) => `should be at least ${limit}`,
        atMost: (limit) => `should be no more than ${limit}`,
      }),
      ...others,
    ],
    conditions: numberConditions,
    checkFilter,
    indexed: 'number',
    index: (value) => ({ numbers: [Number(value)] }),
    filterValue: (value) => ({ number: Number(value) }),
    sortsBy: 'number',
  });
