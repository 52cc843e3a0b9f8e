import { type Bound, fieldType, limits, type Parsed, requiredField } from './field-type.ts';
import { checkFloatText, checkIntegerText, numberConditions } from './filters.ts';
import { numberOperations } from './operations.ts';
import { checkLimitOrder, limitSettings, required } from './setting.ts';
import { notWholeSentence } from './whole-number.ts';

/** Common definition of integer and float; `others` are the type's constraints besides its limits. */
export const numberType = (label: string, isWhole: boolean, others: readonly Bound[]) =>
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
    parse: isWhole ? parseInteger : parseNumber,
    conditions: numberConditions,
    indexed: 'number',
    index: (value) => ({ numbers: [Number(value)] }),
    sortsBy: 'number',
    operations: numberOperations(isWhole),
  });

/** Parses a decimal number, with or without an exponent; one beyond the largest double becomes infinite. */
export function parseNumber(text: string): Parsed {
  const typed = text.trim();
  const reason = typed === '' ? undefined : checkFloatText(typed);
  return reason === undefined ? { value: typed === '' ? null : Number(typed) } : { reason };
}

/** Parses a whole number of digits only, as filters accept it. */
export function parseInteger(text: string): Parsed {
  const typed = text.trim();
  const reason = typed === '' ? undefined : checkIntegerText(typed);
  return reason === undefined ? { value: typed === '' ? null : Number(typed) } : { reason };
}
