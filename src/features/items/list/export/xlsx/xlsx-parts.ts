import type { Cell } from '@quartermaster/contract/sheets/csv-text.ts';
import { writtenHere } from '../../../../../shared/sheets/xlsx/written-here.ts';

/** Limits of Excel. */
export const xlsxLimits = { rows: 1_048_576, columns: 16_384, cellLength: 32_767 } as const;

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const relationships = (entries: readonly [type: string, target: string][]): string =>
  `${declaration}<Relationships xmlns="${packages}/relationships">${entries
    .map(([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${office}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

const font = '<sz val="11"/><name val="Calibri"/><family val="2"/>';
/** Other programs require each element, and both fills. Format 1 is that of texts: an edited text stays one. */
const styles = [
  `<fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts>`,
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  '<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs>',
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
].join('');

/** The parts of a workbook besides its one sheet, by path. */
export const workbookParts: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${spreadsheet}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${spreadsheet}.styles+xml"/></Types>`,
  '_rels/.rels': relationships([['officeDocument', 'xl/workbook.xml']]),
  'xl/workbook.xml': `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><fileVersion appName="${writtenHere}"/><sheets><sheet name="Items" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': relationships([
    ['worksheet', 'worksheets/sheet1.xml'],
    ['styles', 'styles.xml'],
  ]),
  'xl/styles.xml': `${declaration}<styleSheet xmlns="${main}">${styles}</styleSheet>`,
};

/** The path of the sheet. */
export const sheetPath = 'xl/worksheets/sheet1.xml';

/** The beginning of the sheet, whose first row stays in view. */
export const sheetStart = `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`;

/** The end of the sheet. */
export const sheetEnd = '</sheetData></worksheet>';

// Excel writes a carriage return as `_x000D_`, which other programs take for text; all read a character reference.
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };
const hexadecimal = (unit: string): string => `_x${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

/** A text of a cell: characters that XML does not have are written as Excel does, `_x0001_`. */
const cellText = (text: string): string =>
  text
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML does not have.
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, hexadecimal)
    .replaceAll(/[&<>\r]/g, (character) => entities[character] ?? '');

/** Sheet programs round numbers of more digits. */
const mostDigits = 1e15;

function cellXml(cell: Cell, reference: string, isHead: boolean): string {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'boolean') return `<c r="${reference}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  if (typeof cell === 'number' && !(Number.isSafeInteger(cell) && Math.abs(cell) >= mostDigits))
    return `<c r="${reference}"><v>${cell}</v></c>`;
  return `<c r="${reference}" s="${isHead ? 2 : 1}" t="inlineStr"><is><t xml:space="preserve">${cellText(String(cell))}</t></is></c>`;
}

/** A row of the sheet, from 1. */
export const rowXml = (cells: readonly Cell[], row: number, letters: readonly string[]): string =>
  `<row r="${row}">${cells.map((cell, index) => cellXml(cell, `${letters[index]}${row}`, row === 1)).join('')}</row>`;

/** A text in parts that fit a cell, none of which ends within a character. */
export function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = Math.min(text.length, at + xlsxLimits.cellLength);
    const isWithin = end < text.length && /[\ud800-\udbff]/.test(text.charAt(end - 1));
    parts.push(text.slice(at, isWithin ? end - 1 : end));
    at += parts.at(-1)?.length ?? text.length;
  }
  return parts;
}
