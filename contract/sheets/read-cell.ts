import { type FieldValue, isEmpty, type Parsed, type WireValue } from '../field-types/field-type.ts';
import { isLocalised, type LocalisedText } from '../field-types/localised.ts';
import { type FieldSettings, fieldTypeOf } from '../field-types/registry.ts';
import { inexactIntegerSentence, isInexact } from '../field-types/whole-number.ts';
import { readLinks } from './link-texts.ts';
import type { SheetTexts, SheetValue } from './sheet-row.ts';

type Read = { value: SheetValue } | { reason: string };

/** Refuses a text such as `,`, which would clear a list. */
const noValue = { reason: 'has no value, though the cell is not empty' };
const isFilled = (cell: unknown): boolean => typeof cell === 'string' && cell.trim() !== '';

/** The value of a cell, or of a field in a JSON record; it may still break a rule of the field. */
export function readCell(settings: FieldSettings, cell: unknown): Read {
  const { links, localised, wrongKind } = fieldTypeOf(settings.type);
  // An empty list in a cell of another type is an error; read as an empty cell, it would clear the value.
  const reason = Array.isArray(cell) && cell.length === 0 ? wrongKind([], settings) : undefined;
  if (reason !== undefined) return { reason };
  if (links) {
    const read = isEmpty(cell) ? { value: [] } : readLinks(settings, cell);
    if ('reason' in read) return read;
    return read.value.length === 0 && isFilled(cell) ? noValue : { value: { links: read.value } };
  }
  if (isEmpty(cell)) return { value: null };
  if (localised && isLocalised(cell)) return readTexts(cell);
  const parsed = readValue(settings, cell);
  if ('reason' in parsed) return parsed;
  const { value } = parsed;
  if (isEmpty(value) && isFilled(cell)) return noValue;
  return localised && isLocalised(value) ? readTexts(value) : { value: value as Exclude<FieldValue, LocalisedText> };
}

/** A typed cell may be a text in a column of numbers, or a number in one of texts. */
function readValue(settings: FieldSettings, cell: unknown): Parsed {
  const { parse, wire, wrongKind } = fieldTypeOf(settings.type);
  const isText = typeof cell === 'string';
  // Each value is checked here, whatever its kind.
  const value = isText ? cell : wire.read(cell as WireValue, settings);
  const isRight = !isText && wrongKind(value, settings) === undefined;
  if (isRight || typeof cell === 'object') return checked(settings, value);
  // As a text, it would name another item than the one that was meant.
  if (typeof cell === 'number' && isInexact(cell)) return { reason: inexactIntegerSentence };
  const text = String(cell);
  const parsed = parse(text, settings);
  return 'reason' in parsed ? parsed : checked(settings, parsed.value);
}

function checked(settings: FieldSettings, value: FieldValue): Parsed {
  const { localised, wrongKind } = fieldTypeOf(settings.type);
  // The texts of a language are checked with those of the others.
  const isUnchecked = isEmpty(value) || (localised && isLocalised(value));
  const reason = isUnchecked ? undefined : wrongKind(value, settings);
  return reason === undefined ? { value } : { reason };
}

function readTexts(value: Readonly<Record<string, unknown>>): Read {
  const texts: Record<string, SheetTexts[string]> = {};
  for (const [language, entry] of Object.entries(value)) {
    const { text = null, from } = isLocalised(entry)
      ? (entry as Partial<SheetTexts[string]>)
      : { text: entry, from: null };
    if (!isEmpty(text) && typeof text !== 'string') return { reason: `${language} should be a text` };
    if (!isEmpty(from) && typeof from !== 'string') return { reason: `${language} should be a text` };
    texts[language] = { text: text ?? '', ...(!isEmpty(from) && { from }) };
  }
  return { value: { texts } };
}
