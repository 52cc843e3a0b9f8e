import { fieldType, oneOf, requiredField } from '@quartermaster/contract/field-types/field-type.ts';
import { optionList, required } from '@quartermaster/contract/field-types/setting.ts';

const notAnOption = 'is not one of the options';

/** The contract side of a new field type: one of a list of options, stored as the id of the option. */
export const choice = fieldType({
  label: 'Choice',
  holds: 'value',
  inPalette: true,
  settings: { options: optionList, required },
  wrongKind: (value) => (typeof value === 'string' ? undefined : notAnOption),
  missing: requiredField,
  bounds: ({ options }) => oneOf(options, notAnOption),
  parse: (text, { options }) => {
    const option = options.find(({ id }) => id === text) ?? options.find(({ label }) => label === text);
    return option ? { value: option.id } : { reason: notAnOption };
  },
  conditions: ['equal', 'not', 'empty', 'notEmpty'],
  indexed: 'text',
  index: (value) => ({ texts: [String(value)] }),
  sortsBy: 'text',
});
