import { isKeyField } from '@quartermaster/contract/rules/unique.ts';
import { useState } from 'react';
import { useKeyPatterns, wrongPattern } from '../../../keys/use-key-patterns.ts';
import type { EditableField } from '../edit/editable-fields.ts';
import type { ItemsOptions } from '../use-items-edit.ts';

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

/** The patterns as typed or offered; key fields have one from the start. */
export function useFieldPatterns(
  { instanceId, target }: ItemsOptions,
  fields: readonly EditableField[],
): FieldPatterns {
  const [typed, setTyped] = useState(() => keyPatterns(fields));
  const { template_id: templateId } = target.selection;
  const offered = useKeyPatterns({ instanceId, templateId, fields, textPattern: () => '{value}_{n}' });
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
