import { limits } from './bounds.ts';
import { exportedKinds } from './exported-kinds.ts';
import { asText, fieldType } from './field-type.ts';
import { textOperations } from './operations.ts';
import { checkLimitOrder, limitSettings, required } from './setting.ts';

const lengths = limitSettings({
  labels: { minimum: 'Minimum length', maximum: 'Maximum length' },
  isWhole: true,
  least: 0,
});

const isRequired = (name: string) => `${name} is required field`;

/** A reason as it is worded next to the name of its field, which it then does not repeat. */
export const reasonWithoutName = (reason: string, { name }: { name: string }): string =>
  reason === isRequired(name) ? 'required field' : reason;

/** Settings of the types whose values are texts. */
export const textSettings = { required, ...lengths };

/** Common properties of these types; lengths are counted in UTF-16 code units. */
export const textual = {
  holds: 'value',
  exported: { kind: exportedKinds.text },
  inPalette: true,
  family: 'text',
  checkTogether: checkLimitOrder,
  isTyped: true,
  holdsText: true,
  wrongKind: (value: unknown) => (typeof value === 'string' ? undefined : 'should be a text'),
  missing: ({ name, required }: { name: string; required: boolean }) => (required ? isRequired(name) : undefined),
  bounds: (settings: { minimum: number | null; maximum: number | null }) =>
    limits('length', settings, {
      atLeast: (limit) => `must be at least ${limit} characters`,
      atMost: (limit) => `must be at most ${limit} characters`,
    }),
  parse: asText,
  filter: { conditions: ['contains', 'equal', 'not', 'empty', 'notEmpty'] },
  index: { kind: 'text', entries: (value: unknown) => ({ texts: [String(value)] }), sortsBy: 'text' },
  operations: textOperations,
} as const;

/** A line or paragraph of text. */
export const text = fieldType({
  ...textual,
  label: 'Text',
  settings: textSettings,
  canBeUnique: true,
  canDecide: true,
});
