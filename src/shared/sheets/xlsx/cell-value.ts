import { keepsDigits } from '@quartermaster/contract/field-types/whole-number.ts';
import { type SheetCell, unread } from '../sheet-table.ts';
import type { CellFormat } from './cell-format.ts';
import { unescapeText } from './rich-text.ts';

/** A cell as it is stored. */
export interface StoredCell {
  type: string;
  format: CellFormat;
  /** The stored value; undefined without one. */
  value: string | undefined;
  /** The text of a cell that is not shared. */
  inline: string;
  hasFormula: boolean;
}

/** What the workbook says about all of its cells. */
export interface CellContext {
  sharedTexts: readonly string[];
  /** True if days are counted from 1904. */
  is1904: boolean;
  /** True if sheet programs calculate all formulas when they open it: programs that cannot store 0 as their values. */
  isUncalculated: boolean;
  /** True if the console has written it: all digits of its numbers are values. */
  isExact: boolean;
}

/** The value of a cell as the sheet shows it, or the reason why it is none. */
export function toCell(cell: StoredCell, { sharedTexts, is1904, isUncalculated, isExact }: CellContext): SheetCell {
  const { type, value = '', inline, hasFormula, format } = cell;
  const isStored = value !== '' || inline !== '' || (type === 'str' && cell.value !== undefined);
  if (hasFormula && (isUncalculated || !isStored))
    return unread('a formula', 'has a formula without its value; open the file in a sheet program and save it');
  if (type === 'inlineStr') return inline;
  if (type === 'str') return unescapeText(value);
  if (value === '') return null;
  if (type === 's') return sharedTexts[Number(value)] ?? unread(value, 'has a text that the file lacks');
  if (type === 'b') return value === '1' || value === 'true';
  if (type === 'e') return unread(value, `has the error ${value}`);
  if (type === 'd') return isoMoment(value);
  const number = Number(value);
  if (!Number.isFinite(number)) return unread(value, 'has no number');
  // Sheet programs show 15 digits, also of results that were pasted as values. Whole numbers can be ids with more of them.
  const isComputed = !isExact && (hasFormula || !Number.isInteger(number));
  return toNumber(isComputed ? Number(number.toPrecision(15)) : number, value, format, is1904);
}

function toNumber(number: number, text: string, format: CellFormat, is1904: boolean): SheetCell {
  if (format.is === 'moment') return momentOf(number, is1904);
  if (format.is === 'time')
    return timeText(format.code, number) ?? unread(text, 'has a time in a format that is not read');
  if (format.is === 'code' && Number.isSafeInteger(number) && number >= 0) return codeText(format.places, number);
  if (!keepsDigits(text)) return text;
  const { code, isPercent = false } = format.is === 'number' ? format : {};
  if (code === undefined) return number;
  return { value: isPercent ? `${Number((number * 100).toPrecision(15))}%` : number, stored: number, code };
}

/** The first place of a digit has all those for which there is no place. */
function codeText(places: readonly (string | null)[], number: number): string {
  const count = places.filter((digit) => digit === null).length;
  const digits = String(number).padStart(count, '0');
  const surplus = digits.slice(0, digits.length - count);
  const rest = Array.from(digits.slice(surplus.length));
  return places.map((digit) => digit ?? `${rest.length === count ? surplus : ''}${rest.shift()}`).join('');
}

const isoMoment = (text: string): SheetCell => (/^\d{4}-\d\d-\d\dT[\d:.]+$/.test(text) ? `${text}Z` : text);

const daySeconds = 24 * 60 * 60;
/** The number of 1970-01-01, and of 1 March 1900: Excel has a 29 February 1900, which never was. */
const [unixEpoch, march1900] = [25_569, 61];
const years1900To1904 = 1462;
const year10000 = 2_958_466;

/** Sheets store moments without a zone, in fractions of a day: those of a second are errors of rounding. */
function momentOf(number: number, is1904: boolean): SheetCell {
  const days = is1904 ? number + years1900To1904 : number;
  if (days < 1 || days >= year10000 || (days >= march1900 - 1 && days < march1900))
    return unread(String(number), 'has no date of the calendar');
  const seconds = Math.round((days - unixEpoch + (days < march1900 ? 1 : 0)) * daySeconds);
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
}

const token = /\[(?:h+|m+|s+)\]|h+|m+|s+|AM\/PM|[: ]|$/giy;

/** A time of day or a duration in the format of its cell; undefined if that has other parts. */
function timeText(code: string, days: number): string | undefined {
  if (days < 0) return undefined;
  const total = Math.round(days * daySeconds);
  const [hours, minutes, seconds] = [Math.floor(total / 3600), Math.floor(total / 60), total];
  const isHalf = /AM\/PM/i.test(code);
  const half = isHalf ? (((hours % 24) + 11) % 12) + 1 : hours % 24;
  const parts: Record<string, number> = {
    h: half,
    m: minutes % 60,
    s: seconds % 60,
    '[h': hours,
    '[m': minutes,
    '[s': seconds,
  };
  let text = '';
  token.lastIndex = 0;
  while (token.lastIndex < code.length) {
    const found = token.exec(code)?.[0];
    if (!found) return undefined;
    if (/^[: ]/.test(found)) text += found;
    else if (/^a/i.test(found)) text += hours % 24 < 12 ? 'AM' : 'PM';
    else {
      const [key, length] = found.startsWith('[')
        ? [found.slice(0, 2), found.length - 2]
        : [found.slice(0, 1), found.length];
      text += String(parts[key.toLowerCase()] ?? '').padStart(length, '0');
    }
  }
  return text;
}
