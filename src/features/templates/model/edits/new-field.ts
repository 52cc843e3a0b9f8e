import {
  type FieldSettings,
  type FieldType,
  fieldTypeOf,
  fieldTypes,
} from '@quartermaster/contract/field-types/registry.ts';
import type { Setting } from '@quartermaster/contract/field-types/setting.ts';
import { placeholderId } from '@quartermaster/contract/rules/new-field-ids.ts';
import { fieldNameLength } from '@quartermaster/contract/rules/template-settings.ts';
import { randomId } from '../../../../shared/form/random-id.ts';
import { settingsOf } from '../../../../shared/template-changes/template-state.ts';
import { childrenOf } from '../../../../shared/tree/tree-shape.ts';
import type { Draft } from '../draft.ts';

/** An id for a new field until the template is saved. */
export const newFieldId = (): string => placeholderId(randomId());

/** The wanted name, with a number appended if another field of the parent (except `apartFrom`) has it already. */
export function freeName(
  draft: Draft,
  parentId: string | null,
  preferred: string,
  taken: Iterable<string> = [],
  apartFrom?: string,
): string {
  const others = childrenOf(draft.shape, parentId).filter((id) => id !== apartFrom);
  const names = new Set([...taken, ...others.map((id) => settingsOf(draft, id).name)]);
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? '' : `_${number}`;
    const name = preferred.slice(0, fieldNameLength - end.length) + end;
    if (!names.has(name)) return name;
  }
}

/** The default name of a field of a type. */
export const nameOfType = (type: FieldType): string => fieldTypeOf(type).rows?.newName ?? type.replaceAll('-', '_');

/** Settings of a new field of a type, with a name that is unused in its parent, and the source language of the project. */
export function newSettings(draft: Draft, parentId: string | null, type: FieldType, source?: string): FieldSettings {
  const { label, defaultSettings, settings } = fieldTypes[type];
  const name = freeName(draft, parentId, nameOfType(type));
  const languages = Object.entries<Setting>(settings).flatMap(([setting, { kind }]) =>
    kind === 'language' && source !== undefined ? [[setting, source]] : [],
  );
  // The default settings belong to this type.
  return { ...defaultSettings, ...Object.fromEntries(languages), type, name, label } as FieldSettings;
}
