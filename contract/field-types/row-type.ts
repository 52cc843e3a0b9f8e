import { oneOf } from './bounds.ts';
import { choice, parseOption } from './choice.ts';
import { exportedKinds } from './exported-kinds.ts';
import { fieldType } from './field-type.ts';
import { notAnOption } from './options.ts';
import { optionList } from './setting.ts';

/** The shape of a row, by its name. Its options are the shapes next to it, from which they are derived with each save. */
export const rowType = fieldType({
  label: 'Row type',
  holds: 'value',
  exported: { kind: exportedKinds.option },
  inPalette: true,
  settings: { options: { ...optionList, isDerived: true, description: 'The shapes of the group, in order' } },
  wrongKind: (value) => (typeof value === 'string' ? undefined : notAnOption),
  missing: () => 'required field',
  bounds: ({ options }) => oneOf(options, notAnOption),
  parse: (text, { options }) => parseOption(text, options),
  filter: { conditions: choice.filter.conditions },
  index: {
    kind: 'text',
    entries: (value) => ({ texts: [String(value)] }),
    sortsBy: 'rank',
    ranks: ({ options }) => options.map(({ id }) => id),
  },
  rows: { is: 'shapeName', newName: 'type' },
});
