import { fieldType, requiredField } from './field-type.ts';
import { required } from './setting.ts';

/** What an image field keeps: the SHA-256 of the file's bytes, and its kind. */
export const imagePathPattern = /^([0-9a-f]{64})\.(png|jpg)$/;

/** A PNG or JPEG; the value is its path, or while it is saved the file itself as base64. */
export const image = fieldType({
  label: 'Image',
  holds: 'value',
  inPalette: false,
  settings: { required },
  wrongKind: (value) => (typeof value === 'string' ? undefined : 'should be an image'),
  missing: requiredField,
  uploadId: (value) => imagePathPattern.exec(String(value))?.[1] ?? null,
  conditions: [],
  checkFilter: () => undefined,
  indexed: undefined,
  index: () => ({}),
  filterValue: () => undefined,
  sortsBy: undefined,
});
