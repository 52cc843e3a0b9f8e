import type { Input } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { type Option, optionLimits } from '@quartermaster/contract/field-types/options.ts';
import { type FieldSettings, fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import { placeholderId } from '@quartermaster/contract/rules/new-field-ids.ts';
import { reservedFieldIds } from '@quartermaster/contract/rules/template.ts';
import {
  fieldLabelLength,
  fieldNameLength,
  reservedFieldNames,
  templateIdLength,
} from '@quartermaster/contract/rules/template-settings.ts';
import { systemColumns } from '@quartermaster/contract/sheets/system-columns.ts';
import type { Guess, GuessedType } from '../../../shared/sheets/guess-column.ts';
import type { ColumnNames, OpenSheet } from '../../../shared/sheets/open-sheet.ts';
import type { WrittenReading } from '../../../shared/sheets/written-numbers.ts';

/** A column as a field of the new template. */
export interface FieldDraft {
  /** False if the column becomes no field. */
  isUsed: boolean;
  label: string;
  type: GuessedType;
}

/** A template that is made of a sheet. */
export interface SheetDraft {
  id: string;
  label: string;
  /** By column. */
  fields: readonly FieldDraft[];
  /** The column that names items, and finds them again; `null` for none. */
  key: number | null;
  /** The column with the labels of the items. */
  labels: number;
}

/** A text as an id: Latin letters, digits and underscores. */
const idOf = (text: string, length: number): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, length);

/** The id for each text, none of them twice and none of `taken`; of a text without Latin letters by its place. */
export function uniqueIds(
  texts: readonly string[],
  fallback: string,
  length: number,
  taken: readonly string[] = [],
): string[] {
  const known = new Set(taken.map((id) => id.toLowerCase()));
  return texts.map((text, index) => {
    const preferred = idOf(text, length - 4) || `${fallback}_${index + 1}`;
    let id = preferred;
    for (let number = 2; known.has(id.toLowerCase()); number += 1) id = `${preferred}_${number}`;
    known.add(id.toLowerCase());
    return id;
  });
}

/** The columns of an exported item that are no fields. */
const isOwn = (name: string): boolean => (Object.values(systemColumns) as string[]).includes(name);

/** A percentage is a number with that unit. Numbers that could be others stay as they are written, as a text. */
function typeOf({ type, written }: Guess): GuessedType {
  if (!written) return type;
  if (isOfPercents(written)) return written.integers.includes('percent') ? 'integer' : 'float';
  return written.readings.length > 1 ? 'text' : type;
}

const isOfPercents = (written: Guess['written']): boolean => written?.readings.includes('percent') === true;
const isNumber = (type: GuessedType): boolean => type === 'integer' || type === 'float';

/** The types that can be keys. */
export const canBeKey = (type: GuessedType): boolean => type === 'text' || type === 'integer';

/** What a sheet looks like: a field for each column with values, a key, and the labels of the items. */
export function draftOf({ columns }: OpenSheet, fileName: string): SheetDraft {
  const label = fileName.replace(/\.[^.]+$/, '').slice(0, 64);
  const fields = columns.map(({ name, guess }) => ({
    isUsed: guess.filled > 0 && !isOwn(name),
    label: name.slice(0, fieldLabelLength),
    type: typeOf(guess),
  }));
  const key = columns.findIndex(({ name, guess }) => guess.isUnique && canBeKey(guess.type) && !isOwn(name));
  const find = (test: (column: OpenSheet['columns'][number]) => boolean) => columns.findIndex(test);
  const [labels = 0] = [
    find(({ name }) => name === systemColumns.label),
    find(({ name, guess }) => /^(label|name|title)$/i.test(name) && guess.filled > 0),
    find(({ guess }) => guess.type === 'text' && guess.isUnique),
    find(({ guess }) => guess.type === 'text'),
    find(({ guess }) => guess.filled > 0),
  ].filter((index) => index >= 0);
  return { id: idOf(label, templateIdLength).toLowerCase(), label, fields, key: key < 0 ? null : key, labels };
}

const optionsOf = (values: readonly string[]): Option[] => {
  const ids = uniqueIds(values, 'option', optionLimits.idLength);
  return values.map((label, index) => ({ id: ids[index] ?? '', label }));
};

/** The names of the fields, by column; `null` for a column that becomes none. */
function namesOf({ fields }: SheetDraft): (string | null)[] {
  const names = uniqueIds(
    fields.map(({ isUsed, label }) => (isUsed ? label : '')),
    'field',
    fieldNameLength,
    // The names are the ids too.
    [...reservedFieldNames, ...reservedFieldIds],
  );
  return fields.map(({ isUsed }, index) => (isUsed ? (names[index] ?? null) : null));
}

/** The template in the form of a save. */
export function toTemplate(draft: SheetDraft, { columns }: OpenSheet): Input<typeof templates.save>['body'] {
  const names = namesOf(draft);
  const fields = draft.fields.flatMap(({ label, type }, index) => {
    const name = names[index];
    if (name == null) return [];
    const settings = {
      type,
      name,
      label: label.trim() || name,
      ...fieldTypes[type].defaultSettings,
      ...(type === 'choice' && { options: optionsOf(columns[index]?.guess.options ?? []) }),
      ...(isNumber(type) && isOfPercents(columns[index]?.guess.written) && { unit: '%' }),
      ...(draft.key === index && canBeKey(type) && { unique: true, required: true }),
      // The settings of the type.
    } as FieldSettings;
    return [{ id: placeholderId(String(index)), parentId: null, order: index, settings }];
  });
  return { id: draft.id, label: draft.label.trim(), version: 0, fields };
}

/** What each column is imported as. */
export function toColumns(draft: SheetDraft): ColumnNames {
  return namesOf(draft).map((name, index) => [
    ...(name === null ? [] : [name]),
    ...(index === draft.labels ? [systemColumns.label] : []),
  ]);
}

/** The names of columns that get what the sheet shows. */
export function shownColumns(draft: SheetDraft): ReadonlySet<string> {
  const names = namesOf(draft).flatMap((name, index) => {
    const type = draft.fields[index]?.type;
    return name === null || (type && isNumber(type)) || type === 'boolean' ? [] : [name];
  });
  return new Set([...names, systemColumns.label]);
}

/** The columns of percentages, whose fields have that unit. */
export function percentColumns(draft: SheetDraft, { columns }: OpenSheet): ReadonlyMap<string, WrittenReading> {
  return new Map(
    namesOf(draft).flatMap((name, index): [string, WrittenReading][] => {
      const type = draft.fields[index]?.type;
      const isRead = type !== undefined && isNumber(type) && isOfPercents(columns[index]?.guess.written);
      return name !== null && isRead ? [[name, 'percent']] : [];
    }),
  );
}
