import {
  type FieldSettings,
  type FieldType,
  fieldTypeOf,
  fieldTypes,
} from '@quartermaster/contract/field-types/registry.ts';
import { settingsOf } from '../../../../shared/template-changes/template-state.ts';
import type { Draft } from '../draft.ts';
import { changeField } from './edits.ts';

/** Changes the type of a field: settings that both types have are preserved, the others get their defaults. */
export function changeType(draft: Draft, id: string, type: FieldType): Draft {
  const before: Readonly<Record<string, unknown>> = { ...settingsOf(draft, id) };
  if (before.type === type) return draft;
  const initialValues = Object.entries(fieldTypes[type].settings).flatMap(([setting, { initial, isOptional }]) => {
    if (setting in before) return [[setting, before[setting]] as const];
    return isOptional ? [] : [[setting, initial] as const];
  });
  const { name, label } = before;
  // A setting of a given name has the same kind of value in every type.
  const settings = { ...Object.fromEntries(initialValues), type, name, label } as unknown as FieldSettings;
  const { default: value, ...others } = settings;
  const isOfType = value === undefined || fieldTypeOf(type).wrongKind(value, settings) === undefined;
  return changeField(draft, id, isOfType ? settings : (others as FieldSettings));
}
