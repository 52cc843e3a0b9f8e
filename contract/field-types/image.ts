import { exportedKinds } from './exported-kinds.ts';
import { asText, fieldType, requiredField } from './field-type.ts';
import { required } from './setting.ts';

/** The stored value of an image field: the SHA-256 of the file's bytes and its file type. */
export const imagePathPattern = /^([0-9a-f]{64})\.(png|jpg)$/;

/** A PNG or JPEG; the value is its path, or the base64 file itself when it is being uploaded. */
export const image = fieldType({
  label: 'Image',
  holds: 'value',
  exported: { kind: exportedKinds.image },
  inPalette: false,
  settings: { required },
  wrongKind: (value) => (typeof value === 'string' ? undefined : 'should be an image'),
  missing: requiredField,
  file: { idOf: (value) => imagePathPattern.exec(String(value))?.[1] ?? null },
  parse: asText,
  filter: { conditions: [] },
  index: { kind: undefined, entries: () => ({}), sortsBy: undefined },
});
