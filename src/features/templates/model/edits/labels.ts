import { type FieldType, fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import {
  fieldNameLength,
  reservedFieldNames,
  templateIdLength,
} from '@quartermaster/contract/rules/template-settings.ts';
import { type Draft, settingsOf } from '../draft.ts';
import { changeField } from './edits.ts';
import { freeName, nameOfType } from './new-field.ts';
import { slugOf } from './slug.ts';

/** Gives the template another name; the id of a new one follows it until somebody has typed an id. */
export function nameTemplate(draft: Draft, label: string, isNew: boolean): Draft {
  const follows = isNew && (draft.id === '' || draft.id === slugOf(draft.label, templateIdLength));
  return { ...draft, label, id: follows ? slugOf(label, templateIdLength) : draft.id };
}

/** Gives a field another label; the name of a new one follows it until somebody has typed a name. */
export function labelField(draft: Draft, id: string, label: string, isNew: boolean): Draft {
  const settings = settingsOf(draft, id);
  if (!isNew || !isGenerated(settings)) return changeField(draft, id, { ...settings, label });
  const wanted = slugOf(label, fieldNameLength) || nameOfType(settings.type);
  const parentId = draft.shape.parents.get(id) ?? null;
  return changeField(draft, id, {
    ...settings,
    label,
    name: freeName(draft, parentId, wanted, reservedFieldNames, id),
  });
}

const types = Object.keys(fieldTypes) as FieldType[];

// Seen from the name itself, so that it holds after an undo, for a copy and for a draft that was kept.
function isGenerated({ label, name }: { label: string; name: string }): boolean {
  const given = types.filter((type) => label === '' || label === fieldTypes[type].label).map(nameOfType);
  const wanted = [slugOf(label, fieldNameLength), ...given];
  return [name, name.replace(/_\d+$/, '')].some((stem) => wanted.includes(stem));
}
