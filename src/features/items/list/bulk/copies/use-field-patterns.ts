import { checkPattern } from '@quartermaster/contract/rules/bulk-edits/duplicate.ts';
import { isKeyField } from '@quartermaster/contract/rules/unique.ts';
import { useState } from 'react';
import type { EditableField } from '../edit/editable-fields.ts';
import type { ItemsOptions } from '../use-items-edit.ts';
import { useFreeNumbers } from './use-free-numbers.ts';

interface TypedPattern {
  key: number;
  fieldId: string;
  /** Undefined as long as the offered one stays. */
  pattern: string | undefined;
}

/** What a field of the copies gets. */
interface FieldPattern {
  key: number;
  fieldId: string;
  pattern: string;
  wrong: string | undefined;
}

/** The patterns of fields in a form that duplicates items. */
export interface FieldPatterns {
  patterns: readonly FieldPattern[];
  areValid: boolean;
  add: () => void;
  change: (key: number, changed: Partial<Omit<TypedPattern, 'key'>>) => void;
  remove: (key: number) => void;
}

/** A pattern for each key field, without which no copy could be saved. */
const keyPatterns = (fields: readonly EditableField[]): readonly TypedPattern[] =>
  fields.flatMap(({ id, settings }, key) => (isKeyField(settings) ? [{ key, fieldId: id, pattern: undefined }] : []));

/** The patterns of key fields: texts get a number, numbers those that are free; undefined while these are loaded. */
function useOfferedPatterns({ instanceId, target }: ItemsOptions, fields: readonly EditableField[]) {
  const keys = fields.filter(({ settings }) => isKeyField(settings));
  const numbers = keys.flatMap(({ id, settings }) => (settings.type === 'integer' ? [id] : []));
  const freeNumbers = useFreeNumbers({ instanceId, templateId: target.selection.template_id, fieldIds: numbers });
  return (fieldId: string): string | undefined => {
    const type = keys.find(({ id }) => id === fieldId)?.settings.type;
    if (type === 'integer') return freeNumbers(fieldId);
    return type === 'text' ? '{value}_{n}' : '';
  };
}

/** Error message for the pattern of a field; otherwise undefined. */
function wrongPattern(pattern: string, field: EditableField | undefined): string | undefined {
  if (pattern !== '') return checkPattern(pattern, { isLabel: false });
  return field && isKeyField(field.settings)
    ? `${field.name} is unique and required: enter a pattern, for example {i+100}`
    : undefined;
}

/** The patterns as typed or offered; key fields have one from the start. */
export function useFieldPatterns(options: ItemsOptions, fields: readonly EditableField[]): FieldPatterns {
  const [typed, setTyped] = useState(() => keyPatterns(fields));
  const offered = useOfferedPatterns(options, fields);
  const patterns = typed.map(({ key, fieldId, pattern = offered(fieldId) }): FieldPattern => {
    const field = fields.find(({ id }) => id === fieldId);
    // One that is still loaded is not missing.
    const wrong = pattern === undefined ? undefined : wrongPattern(pattern, field);
    return { key, fieldId, pattern: pattern ?? '', wrong };
  });
  return {
    patterns,
    areValid: patterns.every(({ fieldId, pattern, wrong }) => fieldId !== '' && pattern !== '' && wrong === undefined),
    add: () => setTyped([...typed, { key: (typed.at(-1)?.key ?? 0) + 1, fieldId: '', pattern: '' }]),
    change: (key, changed) => setTyped(typed.map((one) => (one.key === key ? { ...one, ...changed } : one))),
    remove: (key) => setTyped(typed.filter((one) => one.key !== key)),
  };
}
