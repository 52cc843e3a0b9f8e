import { exportedKinds } from './exported-kinds.ts';
import { type CommonSettings, type FieldValue, fieldType, requiredField } from './field-type.ts';
import { parseInteger } from './number.ts';
import { linkedTemplate, required, type ValuesOf } from './setting.ts';

/** The settings of links, in the form's order. */
export const linkSettings = { templateId: linkedTemplate, required };

/** `templateId` is the template whose items may be linked. */
export type LinkSettings = CommonSettings & ValuesOf<typeof linkSettings>;

/** True for a valid item id: a positive 32-bit integer. */
export const isItemId = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) <= 2_147_483_647;

const idText = /^[1-9]\d{0,9}$/;

/** Parses an item id from its text; any other value is returned unchanged, for the type's validation. */
export const readItemId = <T>(value: T): T | number =>
  typeof value === 'string' && idText.test(value) ? Number(value) : value;

/** A link to one item of a template. The API returns the id as a number, and accepts a string too. */
export const itemLink = fieldType({
  label: 'Item link',
  holds: 'value',
  exported: { kind: exportedKinds.item },
  inPalette: true,
  isGroupable: true,
  settings: linkSettings,
  links: { form: 'single', to: ({ templateId }) => [templateId] },
  wrongKind: (value) => (isItemId(value) ? undefined : 'should be the id of an item'),
  missing: requiredField,
  // Only a string of digits is converted.
  wire: { read: (value) => readItemId(value as FieldValue) },
  parse: parseInteger,
  filter: { conditions: ['equal', 'not', 'empty', 'notEmpty'] },
  index: {
    kind: 'link',
    entries: (value, { templateId }) => ({ links: [{ templateId, id: Number(value) }] }),
    sortsBy: undefined,
  },
});
