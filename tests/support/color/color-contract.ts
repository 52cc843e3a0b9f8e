import { limits } from '@quartermaster/contract/field-types/bounds.ts';
import { exportedKinds } from '@quartermaster/contract/field-types/exported-kinds.ts';
import { asText, fieldType, requiredField } from '@quartermaster/contract/field-types/field-type.ts';
import { flag, required } from '@quartermaster/contract/field-types/setting.ts';

const wrong = () => 'should be a color such as #1c5fd4';

/** The contract side of a new field type: a color as text, with its own setting. */
export const color = fieldType({
  label: 'Color',
  holds: 'value',
  exported: { kind: exportedKinds.text },
  inPalette: true,
  settings: { required, hasAlpha: flag('Opacity', 'Two more digits say how opaque the color is') },
  wrongKind: (value) => (/^#[0-9a-f]+$/.test(String(value)) ? undefined : wrong()),
  missing: requiredField,
  bounds: ({ hasAlpha }) => {
    const length = hasAlpha ? 9 : 7;
    return limits('length', { minimum: length, maximum: length }, { atLeast: wrong, atMost: wrong });
  },
  parse: asText,
  filter: { conditions: ['equal'] },
  index: { kind: 'text', entries: (value) => ({ texts: [String(value)] }), sortsBy: 'text' },
});
