import type { FieldSettings } from '@quartermaster/contract/field-types/registry.ts';
import { checkPattern } from '@quartermaster/contract/rules/bulk-edits/duplicate.ts';
import { isKeyField } from '@quartermaster/contract/rules/unique.ts';
import { useFreeNumbers } from './use-free-numbers.ts';

/** A field that new items may need a value of. */
interface PatternField {
  id: string;
  name: string;
  settings: FieldSettings;
}

interface KeyPatternsOptions {
  instanceId: number;
  templateId: string;
  fields: readonly PatternField[];
  /** What a text field gets. */
  textPattern: (field: PatternField) => string;
}

/** The patterns offered for key fields: texts get a number, numbers those that are free; undefined while these are loaded. */
export function useKeyPatterns({ instanceId, templateId, fields, textPattern }: KeyPatternsOptions) {
  const keys = fields.filter(({ settings }) => isKeyField(settings));
  const numbers = keys.flatMap(({ id, settings }) => (settings.type === 'integer' ? [id] : []));
  const freeNumbers = useFreeNumbers({ instanceId, templateId, fieldIds: numbers });
  return (fieldId: string): string | undefined => {
    const field = keys.find(({ id }) => id === fieldId);
    if (field?.settings.type === 'integer') return freeNumbers(fieldId);
    return field?.settings.type === 'text' ? textPattern(field) : '';
  };
}

/** Error message for the pattern of a field; otherwise undefined. `isLabel` is true if there is no original with a value. */
export function wrongPattern(pattern: string, field: PatternField | undefined, isLabel = false): string | undefined {
  if (pattern !== '') return checkPattern(pattern, { isLabel });
  return field && isKeyField(field.settings)
    ? `${field.name} is unique and required: enter a pattern, for example {i+100}`
    : undefined;
}
