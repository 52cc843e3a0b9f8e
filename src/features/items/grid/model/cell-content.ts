import { contentLimits } from '@quartermaster/contract/content/content-limits.ts';
import { type ItemValues, sameValue } from '@quartermaster/contract/content/item-fields.ts';
import { sameSetting } from '@quartermaster/contract/content/template-tree.ts';
import { type FieldValue, isEmpty, type WireValue } from '@quartermaster/contract/field-types/field-type.ts';
import { isLocalised, withText } from '@quartermaster/contract/field-types/localised.ts';
import { type FieldSettings, fieldTypeOf, sourceLanguageOf } from '@quartermaster/contract/field-types/registry.ts';
import { isLanguage } from '@quartermaster/contract/languages.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { isBlankText } from '@quartermaster/contract/typed-text.ts';
import { checkFieldValue } from '../../../../shared/field-types/check-field-value.ts';

/**
 * What a cell holds: a value, or a text that is no valid value, as it was typed, with the reason. Rows with such texts are a
 * value with a reason.
 */
export type CellContent = { value: ItemValues[string]; reason?: string } | { text: string; reason: string };

/** A column of a sheet. */
export interface SheetColumn {
  /** `id`, `label`, or the id of a field. */
  id: string;
  header: string;
  /** The settings of the field; undefined for id and label. */
  settings?: FieldSettings;
  /** Why its cells cannot be edited; undefined if they can. */
  locked?: string;
  /** True if its rows open as a sheet of their own. */
  opens?: boolean;
}

export const emptyContent: CellContent = { value: null };

/** Why a cell is invalid; undefined if it is valid. */
export const reasonOf = ({ reason }: CellContent): string | undefined => reason;

/** True if two cells hold the same. */
export function sameContent(a: CellContent, b: CellContent): boolean {
  if ('text' in a || 'text' in b) return 'text' in a && 'text' in b && a.text === b.text;
  // The first compares values, the second rows.
  return sameValue(a.value as WireValue, b.value as WireValue) || sameSetting(a.value, b.value);
}

/** A value as the content of a cell: with its text and the reason if it breaks a rule of the column. */
export function contentOf(column: SheetColumn, value: FieldValue): CellContent {
  const reason = reasonAgainst(column, value);
  return reason === undefined ? { value } : { text: textOfValue(column, value), reason };
}

function reasonAgainst({ settings }: SheetColumn, value: FieldValue): string | undefined {
  if (settings) return checkFieldValue(settings, value);
  const label = String(value ?? '').trim();
  if (isBlankText(label)) return 'required field';
  const most = contentLimits.labelLength;
  return label.length > most ? `must be at most ${numberText(most)} characters` : undefined;
}

/**
 * Reads a typed or pasted text. Of texts in several languages, any text but their JSON is the source, and its translations in
 * `current` stay.
 */
export function readText(column: SheetColumn, text: string, current: CellContent): CellContent {
  const { settings } = column;
  if (!settings) return contentOf(column, text.trim());
  const source = sourceLanguageOf(settings);
  if (source !== undefined && !isTextByLanguage(text)) {
    const value = 'value' in current && isLocalised(current.value) ? current.value : null;
    return contentOf(column, withText(value, { source, language: source, text }));
  }
  const parsed = firstParsed(settings, text);
  if ('reason' in parsed) return { text, reason: parsed.reason };
  const content = contentOf(column, parsed.value);
  return 'reason' in content ? { ...content, text } : content;
}

/** True for the JSON as which texts in several languages are copied, not for a text with placeholders such as `{0} coins`. */
function isTextByLanguage(text: string): boolean {
  if (!text.startsWith('{')) return false;
  try {
    const texts = Object.entries(JSON.parse(text) as object);
    const isText = (one: unknown) => one === null || typeof one === 'string' || isLocalised(one);
    return texts.length > 0 && texts.every(([language, one]) => isLanguage(language) && isText(one));
  } catch {
    return false;
  }
}

/** Sheets write `TRUE`, people write `#12` for an item: the unchanged text is tried first. */
function firstParsed(settings: FieldSettings, text: string) {
  const { parse } = fieldTypeOf(settings.type);
  const parsed = parse(text, settings);
  if ('value' in parsed) return parsed;
  for (const other of [text.trim(), text.trim().toLowerCase(), text.trim().replaceAll('#', '')]) {
    const again = parse(other, settings);
    if ('value' in again) return again;
  }
  return parsed;
}

const textOfValue = ({ settings }: SheetColumn, value: ItemValues[string]): string => {
  if (isEmpty(value)) return '';
  if (!settings) return String(value);
  const { holds, format, wrongKind } = fieldTypeOf(settings.type);
  // A value of another type is left by a change of the template that is still being applied.
  if (holds !== 'value' || wrongKind(value, settings) !== undefined) return holds === 'value' ? String(value) : '';
  return format(value as FieldValue, settings);
};

/** A cell as the text that {@link readText} reads the same content from. */
export const textOf = (column: SheetColumn, content: CellContent): string =>
  'text' in content ? content.text : textOfValue(column, content.value);

/** The text of a cell while it is edited: of texts in several languages, the source. */
export function editedText(column: SheetColumn, content: CellContent): string {
  const { settings } = column;
  if ('text' in content || !settings) return textOf(column, content);
  const source = sourceLanguageOf(settings);
  if (source === undefined || !isLocalised(content.value)) return textOf(column, content);
  return content.value[source]?.text ?? '';
}

/** True for a cell without a value. */
export const isBlank = (content: CellContent): boolean =>
  'text' in content ? content.text === '' : isEmpty(content.value);
