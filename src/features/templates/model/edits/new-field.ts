import { type FieldSettings, type FieldType, fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import { fieldNameLength } from '@quartermaster/contract/rules/template-settings.ts';
import { childrenOf } from '../../../../shared/tree/tree-shape.ts';
import { type Draft, settingsOf } from '../draft.ts';

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** An id for a new field: 16 random letters and digits, so that it is that of no field of any template. */
export function newFieldId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => letters[byte % letters.length]).join('');
}

/** A name that no field in the parent has yet, apart from one: the wanted one, or the wanted one with a number. */
export function freeName(
  draft: Draft,
  parentId: string | null,
  wanted: string,
  taken: Iterable<string> = [],
  apartFrom?: string,
): string {
  const others = childrenOf(draft.shape, parentId).filter((id) => id !== apartFrom);
  const names = new Set([...taken, ...others.map((id) => settingsOf(draft, id).name)]);
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? '' : `_${number}`;
    const name = wanted.slice(0, fieldNameLength - end.length) + end;
    if (!names.has(name)) return name;
  }
}

/** The name of a field that is known by its type only. */
export const nameOfType = (type: FieldType): string => type.replaceAll('-', '_');

/** Settings of a new field of a type, under a name that is free in its parent. */
export function newSettings(draft: Draft, parentId: string | null, type: FieldType): FieldSettings {
  const { label, defaultSettings } = fieldTypes[type];
  const name = freeName(draft, parentId, nameOfType(type));
  // The defaults are those of the type.
  return { ...defaultSettings, type, name, label } as FieldSettings;
}
