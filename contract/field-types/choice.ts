import { comparedName } from '../typed-text.ts';
import { oneOf } from './bounds.ts';
import { exportedKinds } from './exported-kinds.ts';
import { fieldType, type Parsed, requiredField } from './field-type.ts';
import { notAnOption, type Option } from './options.ts';
import { optionList, required } from './setting.ts';

/** The settings of choices, in the form's order. */
export const choiceSettings = { options: optionList, required };

/** One of a list of options; the value is the id of the option, and the order of the options is that of sorting. */
export const choice = fieldType({
  label: 'Choice',
  holds: 'value',
  exported: { kind: exportedKinds.option },
  inPalette: true,
  canDecide: true,
  isGroupable: true,
  settings: choiceSettings,
  wrongKind: (value) => (typeof value === 'string' ? undefined : notAnOption),
  missing: requiredField,
  bounds: ({ options }) => oneOf(options, notAnOption),
  parse: (text, { options }) => parseOption(text, options),
  filter: { conditions: ['equal', 'anyOf', 'not', 'empty', 'notEmpty'] },
  index: {
    kind: 'text',
    entries: (value) => ({ texts: [String(value)] }),
    sortsBy: 'rank',
    ranks: ({ options }) => options.map(({ id }) => id),
  },
});

/** The option with this id or label, or else the only one with it whatever its case. */
export function parseOption(text: string, options: readonly Option[]): Parsed {
  const typed = comparedName(text);
  const exact = options.find(({ id }) => id === typed) ?? options.find(({ label }) => comparedName(label) === typed);
  if (exact) return { value: exact.id };
  const sought = typed.toLowerCase();
  const [option, second] = options.filter(({ id, label }) =>
    [id, label].some((name) => comparedName(name).toLowerCase() === sought),
  );
  return option && !second ? { value: option.id } : { reason: notAnOption };
}

/** The labels of options by which a text was understood, if it has neither their ids nor their labels as they are. */
export function readOptionsAs(text: string, ids: readonly string[], options: readonly Option[]): string | undefined {
  const found = ids.flatMap((id) => options.find((option) => option.id === id) ?? []);
  const joined = (entries: readonly string[]) => entries.join(',').replaceAll(/\s*[,;]\s*/g, ',');
  // Looked for only where blanks begin: otherwise a long row of them takes the square of its length.
  const isSame = [found.map(({ id }) => id), found.map(({ label }) => label)].some(
    (entries) => joined(entries) === text.replaceAll(/(?<!\s)\s*[,;\n]\s*/g, ','),
  );
  return isSame || found.length === 0 ? undefined : found.map(({ label }) => label).join(', ');
}
