import { fieldType, oneOf, type Parsed, requiredField } from './field-type.ts';
import { notAnOption, type Option } from './options.ts';
import { optionList, required } from './setting.ts';

/** The settings of choices, in the form's order. */
export const choiceSettings = { options: optionList, required };

/** One of a list of options; the value is the id of the option, and the order of the options is that of sorting. */
export const choice = fieldType({
  label: 'Choice',
  holds: 'value',
  exportsAs: 'option',
  inPalette: true,
  canDecide: true,
  settings: choiceSettings,
  wrongKind: (value) => (typeof value === 'string' ? undefined : notAnOption),
  missing: requiredField,
  bounds: ({ options }) => oneOf(options, notAnOption),
  parse: (text, { options }) => parseOption(text, options),
  conditions: ['equal', 'anyOf', 'not', 'empty', 'notEmpty'],
  indexed: 'text',
  index: (value) => ({ texts: [String(value)] }),
  sortsBy: 'rank',
  ranks: ({ options }) => options.map(({ id }) => id),
});

/** The option with this id, or else with this label. */
export function parseOption(text: string, options: readonly Option[]): Parsed {
  const typed = text.trim();
  const option = options.find(({ id }) => id === typed) ?? options.find(({ label }) => label.trim() === typed);
  return option ? { value: option.id } : { reason: notAnOption };
}
