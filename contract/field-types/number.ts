import {
  type Bound,
  type CommonSettings,
  type FieldTypeContract,
  fieldType,
  limits,
  requiredField,
} from './field-type.ts';

/** Limits are inclusive; `null` is no limit. */
export interface NumberSettings extends CommonSettings {
  required: boolean;
  minimum: number | null;
  maximum: number | null;
}

/** What integer and float have in common; `others` is what the type asks of a number beside its limits. */
export const numberType = (
  label: string,
  others: readonly Bound[],
  checkFilter: (value: string) => string | undefined,
): FieldTypeContract<NumberSettings> =>
  fieldType<NumberSettings>({
    label,
    holds: 'value',
    inPalette: true,
    defaultSettings: { required: false, minimum: null, maximum: null },
    wrongKind: (value) => (typeof value === 'number' && Number.isFinite(value) ? undefined : 'should be a number'),
    missing: requiredField,
    bounds: (settings) => [
      ...limits('number', settings, {
        atLeast: (limit) => `should be at least ${limit}`,
        atMost: (limit) => `should be no more than ${limit}`,
      }),
      ...others,
    ],
    conditions: ['equal', 'less', 'lessOrEqual', 'more', 'moreOrEqual'],
    checkFilter,
    indexed: 'number',
    index: (value) => ({ numbers: [Number(value)] }),
    filterValue: (value) => ({ number: Number(value) }),
    sortsBy: 'number',
  });
