import type { ConvertedField } from '@quartermaster/contract/endpoints/templates.ts';
import {
  type Conversion,
  conversionOf,
  conversionsOf,
  convertedSettings,
  type ConvertedField as FieldToConvert,
} from '@quartermaster/contract/field-types/conversions.ts';
import { settingsOf } from '../../../../shared/template-changes/template-state.ts';
import { childrenOf } from '../../../../shared/tree/tree-shape.ts';
import type { Draft } from '../draft.ts';
import { addFields, changeField, removeFields } from './edits.ts';
import { newFieldId } from './new-field.ts';

/** A field of a draft with the only field in it; undefined if the draft does not have it. */
export function fieldToConvert(draft: Draft, id: string): FieldToConvert | undefined {
  if (!draft.settings.has(id)) return undefined;
  const partOf = (fieldId: string) => ({ id: fieldId, settings: settingsOf(draft, fieldId) });
  const [only, second] = childrenOf(draft.shape, id);
  return { field: partOf(id), only: only !== undefined && second === undefined ? partOf(only) : null };
}

/** The conversions of a field that a draft has as it is saved. */
export function offeredConversions(base: Draft, draft: Draft, id: string): Conversion[] {
  const [saved, edited] = [fieldToConvert(base, id), fieldToConvert(draft, id)];
  const typesOf = (one: FieldToConvert | undefined) =>
    [one?.field.settings.type, one?.only?.id, one?.only?.settings.type].join();
  return edited && typesOf(saved) === typesOf(edited) ? conversionsOf(edited) : [];
}

/** True if a draft gives a saved field another type to which, or from which, values are converted. */
export function isConverted(base: Draft, draft: Draft, id: string): boolean {
  const [was, is] = [fieldToConvert(base, id), fieldToConvert(draft, id)];
  if (!was || !is || was.field.settings.type === is.field.settings.type) return false;
  return [conversionOf({ from: was, to: is }), conversionOf({ from: is, to: was })].some(Boolean);
}

/** Gives a field the type of a conversion; `found` are the values of the items. */
export function convertField(draft: Draft, id: string, conversion: Conversion, found: readonly string[]): Draft {
  const field = fieldToConvert(draft, id);
  if (!field) return draft;
  const left = field.only ? removeFields(draft, [field.only.id]) : draft;
  return changeField(left, id, convertedSettings(conversion, field, found));
}

/** Gives a converted field its former settings, with its current name and label. */
export function convertBack(draft: Draft, { id, before, only }: ConvertedField): Draft {
  const { name, label } = settingsOf(draft, id);
  const changed = changeField(draft, id, { ...before, name, label });
  if (!only) return changed;
  const field = { id: draft.settings.has(only.id) ? newFieldId() : only.id, settings: only.settings };
  return addFields(changed, [field], { parentId: id, before: null });
}
