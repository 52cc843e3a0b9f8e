import { oneOf } from './bounds.ts';
import { choiceSettings, parseOption } from './choice.ts';
import { exportedKinds } from './exported-kinds.ts';
import { fieldType, type Parsed, requiredField } from './field-type.ts';
import { listOperations } from './operations.ts';
import type { Option } from './options.ts';

const notAList = 'should be a list of options';
const notOptions = 'has an entry that is not one of the options';
const repeated = 'has an option twice';

/** Any number of a list of options, each once; the value has the ids of the options in the order of choosing. */
export const choices = fieldType({
  label: 'Choices',
  holds: 'value',
  exported: { kind: exportedKinds.option, isList: true },
  inPalette: true,
  canDecide: true,
  settings: choiceSettings,
  wrongKind: (value) => {
    if (!Array.isArray(value) || !value.every((entry) => typeof entry === 'string')) return notAList;
    return new Set(value).size < value.length ? repeated : undefined;
  },
  missing: requiredField,
  bounds: ({ options }) => oneOf(options, notOptions),
  parse: (text, { options }) => parseOptions(text, options),
  format: (value) => [value].flat().join(', '),
  filter: {
    conditions: ['contains', 'anyOf', 'empty', 'notEmpty'],
    parse: (text, { options }) => parseOption(text, options),
  },
  index: { kind: 'text', entries: (value) => ({ texts: [value].flat().map(String) }), sortsBy: undefined },
  operations: listOperations,
});

/**
 * Ids or labels between commas, semicolons or line breaks. A label that contains a comma has to be on its own or between
 * others than commas; no semicolon separates options of which one has a semicolon in its label.
 */
function parseOptions(text: string, options: readonly Option[]): Parsed {
  const single = parseOption(text, options);
  if ('value' in single) return { value: [String(single.value)] };
  const separators = options.some(({ label }) => label.includes(';')) ? [/[,\n]/] : [/[;\n]/, /[,;\n]/];
  for (const separator of separators) {
    const parsed = parseParts(text.split(separator), options);
    if ('value' in parsed) return parsed;
  }
  return { reason: notOptions };
}

function parseParts(texts: readonly string[], options: readonly Option[]): Parsed {
  const ids = new Set<string>();
  for (const part of texts) {
    if (part.trim() === '') continue;
    const parsed = parseOption(part, options);
    if ('reason' in parsed) return { reason: notOptions };
    ids.add(String(parsed.value));
  }
  return { value: [...ids] };
}
