import { numberText } from '../number-text.ts';
import { exportedKinds } from './exported-kinds.ts';
import { type FieldValue, fieldType, type Parsed, requiredField } from './field-type.ts';
import type { FilterOp } from './filters.ts';
import { listLimits } from './list-limits.ts';
import { listOperations, replacedIn, replaceOperation } from './operations.ts';
import { required } from './setting.ts';

interface ListDefinition {
  label: string;
  /** Error message for an entry that is invalid; otherwise undefined. */
  checkEntry: (entry: unknown) => string | undefined;
  /** Error message for a value that is no list. */
  notList: string;
  parse: (text: string) => Parsed;
  format: (entries: readonly unknown[]) => string;
  /** Parses the text of an entry, with which a filter compares each of them. */
  parseEntry: (text: string) => Parsed;
  conditions: readonly FilterOp[];
  entries: 'number' | 'text';
}

/** Common definition of the lists whose entries are values without a row. */
export const listType = ({
  label,
  checkEntry,
  notList,
  parse,
  format,
  parseEntry,
  conditions,
  entries: kind,
}: ListDefinition) =>
  fieldType({
    label,
    holds: 'value',
    exported: { kind: exportedKinds[kind], isList: true },
    inPalette: true,
    ...(kind === 'text' ? { holdsText: true } : { drawnAs: 'number' }),
    settings: { required },
    wrongKind: (value) => (Array.isArray(value) ? wrongEntry(value, checkEntry) : notList),
    tooLarge: (value) => tooLarge([value].flat()),
    missing: requiredField,
    parse,
    format: (value) => format(entriesOf(value)),
    filter: { conditions, parse: parseEntry },
    index: {
      kind,
      entries: (value) => {
        const entries = [...new Set(entriesOf(value))];
        return kind === 'number' ? { numbers: entries.map(Number) } : { texts: entries.map(String) };
      },
      sortsBy: undefined,
    },
    operations: kind === 'text' ? { ...listOperations, replace: replaceInEntries } : listOperations,
  });

/** In each entry; those that become empty are removed. */
const replaceInEntries = replaceOperation((value, input) => {
  const results = replacedIn(
    entriesOf(value).map((entry, index) => [index, String(entry)] as const),
    input,
  );
  if ('reason' in results) return results;
  return { value: results.flatMap(([, text]) => (text === '' ? [] : [text])) };
});

const entriesOf = (value: FieldValue): unknown[] => [value].flat();

function wrongEntry(entries: readonly unknown[], check: ListDefinition['checkEntry']): string | undefined {
  for (const [index, entry] of entries.entries()) {
    const reason = check(entry);
    if (reason !== undefined) return `entry ${index + 1} ${reason}`;
  }
  return undefined;
}

/** Error message for a list with too many entries. */
export const tooManyEntries = `must have at most ${numberText(listLimits.entries)} entries`;

function tooLarge(entries: readonly unknown[]): string | undefined {
  if (entries.length > listLimits.entries) return tooManyEntries;
  const length = entries.reduce<number>((sum, entry) => sum + String(entry).length, 0);
  return length > listLimits.length ? `must be at most ${numberText(listLimits.length)} characters in all` : undefined;
}
