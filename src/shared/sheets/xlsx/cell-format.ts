import { readXml } from './read-xml.ts';

/**
 * What a number is by its format: the digits of a `code` are shown with leading zeros and between other characters, such as
 * `SW-0012`. Its places are such a character, or `null` for a digit.
 */
export type CellFormat =
  | { is: 'number'; code?: string; isPercent?: boolean }
  | { is: 'code'; places: readonly (string | null)[] }
  | { is: 'moment' }
  | { is: 'time'; code: string };

const number: CellFormat = { is: 'number' };

/** The formats that files name by number only. */
const builtIn: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mmss.0',
  37: '#,##0 ;(#,##0)',
  38: '#,##0 ;[Red](#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;[Red](#,##0.00)',
  48: '##0.0E+0',
};
const isBuiltInMoment = (id: number): boolean =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);

/** The format of positive numbers, without what it says about the language of the sheet. */
const firstSection = (code: string): string => {
  const plain = code.replaceAll(/\[\$-[^\]]*F400\]([^;]*)/gi, (_, rest: string) => rest.replaceAll(/\s*AM\/PM/gi, ''));
  return /^(?:"[^"]*"|\\.|[^;])*/.exec(plain)?.[0].replaceAll(/\[(?![hms]+\])[^\]]*\]/gi, '') ?? '';
};

/** The places of a format that has zeros, characters and nothing else; undefined for any other. */
function placesOf(section: string): (string | null)[] | undefined {
  const token = /"([^"]*)"|\\(.)|([-/() ])|0/y;
  const places: (string | null)[] = [];
  while (token.lastIndex < section.length) {
    const found = token.exec(section);
    if (!found) return undefined;
    const [, quoted, escaped, plain] = found;
    places.push(...(quoted ?? escaped ?? plain ?? [null]));
  }
  return places.filter((one) => one === null).length > 1 ? places : undefined;
}

/** `d "days" h:mm` is a duration, though it has a day. */
function isDuration(bare: string): boolean {
  const withoutMinutes = bare.replaceAll(/(h+\]?[:.\s]*)m+|m+(?=[:.\s]*s)/gi, '$1');
  return /[hs]/i.test(bare) && !/[ym]|d{3}/i.test(withoutMinutes);
}

/** What the numbers of a format are. */
export function toCellFormat(code: string): CellFormat {
  const section = firstSection(code);
  const places = placesOf(section);
  if (places) return { is: 'code', places };
  const bare = section.replaceAll(/"[^"]*"|[\\_*]./g, '');
  if (/general/i.test(bare)) return number;
  if (/[yd]/i.test(bare)) return isDuration(bare) ? { is: 'time', code: section } : { is: 'moment' };
  if (/[hs]/i.test(bare)) return { is: 'time', code: section };
  if (/^[^0#?]*m/i.test(bare)) return /\[m/i.test(bare) ? { is: 'time', code: section } : { is: 'moment' };
  if (bare === '' || bare === '@') return number;
  return { is: 'number', code: withoutLocales(code), isPercent: bare.includes('%') };
}

/** Without the languages of currencies, which would change the decimal sign: `[$€-407]` is `[$€]`. */
const withoutLocales = (code: string): string =>
  code.replaceAll(/\[\$([^\]-]*)-[^\]]*\]/g, (_, currency: string) => (currency === '' ? '' : `[$${currency}]`));

/** The formats of a workbook, by the number that cells have. */
export function readCellFormats(bytes: Uint8Array): CellFormat[] {
  const codes = new Map(Object.entries(builtIn).map(([id, code]) => [Number(id), code]));
  const formats: CellFormat[] = [];
  let isOfCells = false;
  readXml(bytes, {
    open: (name, { numFmtId, formatCode }) => {
      const id = Number(numFmtId ?? 0);
      if (name === 'numFmt' && formatCode !== undefined) codes.set(id, formatCode);
      else if (name === 'cellXfs') isOfCells = true;
      else if (name === 'xf' && isOfCells) {
        const code = codes.get(id);
        formats.push(code !== undefined ? toCellFormat(code) : isBuiltInMoment(id) ? { is: 'moment' } : number);
      }
    },
    close: (name) => {
      if (name === 'cellXfs') isOfCells = false;
    },
  });
  return formats;
}
