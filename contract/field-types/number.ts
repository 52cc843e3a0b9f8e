import { type Bound, limits } from './bounds.ts';
import { exportedKinds } from './exported-kinds.ts';
import { type Parsed, requiredField } from './field-type.ts';
import { checkFloatText, checkIntegerText, numberConditions } from './filters.ts';
import { numberOperations } from './operations.ts';
import { checkLimitOrder, limitSettings, required } from './setting.ts';
import { inexactIntegerSentence, keepsDigits, notWholeSentence } from './whole-number.ts';

/** Settings of the types whose values are numbers. */
export const numericSettings = (isWhole: boolean) => ({ required, ...limitSettings({ isWhole }) });

/** Common properties of these types; `others` are a type's constraints besides its limits. */
export const numeric = (isWhole: boolean, others: readonly Bound[]) =>
  ({
    holds: 'value',
    exported: { kind: exportedKinds[isWhole ? 'integer' : 'number'] },
    inPalette: true,
    checkTogether: checkLimitOrder,
    isTyped: true,
    drawnAs: 'number',
    family: 'number',
    wrongKind: (value: unknown) => {
      if (typeof value === 'number' && Number.isFinite(value)) return undefined;
      if (typeof value === 'string' && !keepsDigits(value)) return inexactIntegerSentence;
      return isWhole ? notWholeSentence : 'should be a number';
    },
    missing: requiredField,
    bounds: (settings: { minimum: number | null; maximum: number | null }) => [
      ...limits('number', settings, {
        atLeast: (limit) => `should be at least ${limit}`,
        atMost: (limit) => `should be no more than ${limit}`,
      }),
      ...others,
    ],
    parse: isWhole ? parseInteger : parseNumber,
    filter: { conditions: numberConditions },
    index: { kind: 'number', entries: (value: unknown) => ({ numbers: [Number(value)] }), sortsBy: 'number' },
    operations: numberOperations(isWhole),
  }) as const;

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
