import { type FieldType, fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import {
  fieldNameLength,
  reservedFieldNames,
  templateIdLength,
} from '@quartermaster/contract/rules/template-settings.ts';
import { slugOf } from '@quartermaster/contract/slug.ts';
import { settingsOf } from '../../../../shared/template-changes/template-state.ts';
import type { Draft } from '../draft.ts';
import { changeField } from './edits.ts';
import { freeName, nameOfType } from './new-field.ts';

/** Renames the template; the id of a new one is derived from the name until the user types one. */
export function nameTemplate(draft: Draft, label: string, isNew: boolean): Draft {
  const follows = isNew && (draft.id === '' || draft.id === slugOf(draft.label, templateIdLength));
  return { ...draft, label, id: follows ? slugOf(label, templateIdLength) : draft.id };
}

/** Changes a field's label; the name of a new one is derived from the label until the user types one. */
export function labelField(draft: Draft, id: string, label: string, isNew: boolean): Draft {
  const settings = settingsOf(draft, id);
  if (!isNew || !isGenerated(settings)) return changeField(draft, id, { ...settings, label });
  const name = slugOf(label, fieldNameLength) || nameOfType(settings.type);
  const parentId = draft.shape.parents.get(id) ?? null;
  return changeField(draft, id, {
    ...settings,
    label,
    name: freeName(draft, parentId, name, reservedFieldNames, id),
  });
}

const types = Object.keys(fieldTypes) as FieldType[];

// Determined from the name itself, so that it also works after an undo, in a copy and in a restored draft.
function isGenerated({ label, name }: { label: string; name: string }): boolean {
  const generic = types.filter((type) => label === '' || label === fieldTypes[type].label).map(nameOfType);
  const generated = [slugOf(label, fieldNameLength), ...generic];
  return [name, name.replace(/_\d+$/, '')].some((stem) => generated.includes(stem));
}
