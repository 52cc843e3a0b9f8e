import { type CommonSettings, type FieldTypeContract, isEmpty } from './field-type.ts';

/** Limits are inclusive; `null` is no limit. */
export interface NumberSettings extends CommonSettings {
  required: boolean;
  minimum: number | null;
  maximum: number | null;
}

/** What integer and float have in common; `wrongKind` says why a finite number is still not of the type. */
export const numberType = (
  label: string,
  wrongKind: (value: number) => string | undefined,
  checkFilter: (value: string) => string | undefined,
): FieldTypeContract<NumberSettings> => ({
  label,
  holds: 'value',
  inPalette: true,
  defaultSettings: { required: false, minimum: null, maximum: null },
  check: (value, { required, minimum, maximum }) => {
    if (isEmpty(value)) return required ? 'required field' : undefined;
    if (typeof value !== 'number' || !Number.isFinite(value)) return 'should be a number';
    if (minimum !== null && value < minimum) return `should be at least ${minimum}`;
    if (maximum !== null && value > maximum) return `should be no more than ${maximum}`;
    return wrongKind(value);
  },
  conditions: ['equal', 'less', 'lessOrEqual', 'more', 'moreOrEqual'],
  checkFilter,
  index: (value) => ({ numbers: [Number(value)] }),
  filterValue: (value) => ({ number: Number(value) }),
  sortsBy: 'number',
});
