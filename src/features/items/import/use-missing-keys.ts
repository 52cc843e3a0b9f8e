import { editReadOnly } from '@quartermaster/contract/endpoints/items.ts';
import { fillPattern } from '@quartermaster/contract/rules/bulk-edits/duplicate.ts';
import { isKeyField } from '@quartermaster/contract/rules/unique.ts';
import { columnOf } from '@quartermaster/contract/sheets/system-columns.ts';
import { useRefusal } from '../../../shared/access/use-refusal.ts';
import type { FieldNode } from '../../../shared/data/templates.ts';
import { useKeyPatterns, wrongPattern } from '../keys/use-key-patterns.ts';
import type { FilledColumn } from './fill-rows.ts';
import { keyFields } from './map-columns.ts';
import type { Mapped } from './mapped.ts';

/** A unique and required field that no column is imported as, and what new items get in it. */
export interface MissingKey {
  id: string;
  name: string;
  pattern: string;
  wrong: string | undefined;
  /** True until the highest number in use is known. */
  isLoading: boolean;
  /** The values of the first rows. */
  examples: string[];
}

/** The key fields without a column; none if rows find items by another key, whose values would be replaced. */
function keysWithoutColumn(tree: readonly FieldNode[], { mapping, matching }: Mapped) {
  const keys = keyFields(tree);
  const isMapped = ({ id }: { id: string }) => mapping.includes(columnOf(tree, id));
  if (matching.match !== 'new' && keys.some(isMapped)) return [];
  return keys.filter((field) => isKeyField(field.settings) && !isMapped(field));
}

/** The columns that are filled, as chosen. */
export const filledColumns = (tree: readonly FieldNode[], mapped: Mapped): FilledColumn[] =>
  keysWithoutColumn(tree, mapped).flatMap(({ id }) => {
    const pattern = mapped.patterns[id];
    return pattern ? [{ column: columnOf(tree, id), pattern }] : [];
  });

interface MissingKeysOptions {
  instanceId: number;
  templateId: string;
  tree: readonly FieldNode[];
  mapped: Mapped;
}

/** The key fields without a column, with their patterns as typed or offered. */
export function useMissingKeys({ instanceId, templateId, tree, mapped }: MissingKeysOptions): MissingKey[] {
  const mayEditReadOnly = useRefusal(editReadOnly) === null;
  const fields = keysWithoutColumn(tree, mapped)
    .filter(({ settings }) => mayEditReadOnly || !settings.readOnly)
    .map(({ id, settings }) => ({ id, name: settings.label || settings.name, settings }));
  const textPattern = ({ settings }: { settings: { name: string } }) => `${settings.name}_{i}`;
  const offered = useKeyPatterns({ instanceId, templateId, fields, textPattern });
  return fields.map((field): MissingKey => {
    const { id, name } = field;
    const pattern = mapped.patterns[id] ?? offered(id);
    const wrong = pattern === undefined ? undefined : wrongPattern(pattern, field, true);
    const rows = pattern && wrong === undefined ? [1, 2, 3] : [];
    const examples = rows.map((i) => fillPattern(pattern ?? '', { n: i, i, label: '…' }));
    return { id, name, pattern: pattern ?? '', wrong, isLoading: pattern === undefined, examples };
  });
}
