import { strToU8, zipSync } from 'fflate';

/** A workbook of sheets as other programs write them: rows and columns of XML, and the number formats of its cells. */
export function workbook(
  sheets: { name: string; state?: string; cols?: string; rows: string }[],
  formats: string[] = [],
) {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const files: Record<string, string> = {
    '_rels/.rels': `<Relationships><Relationship Id="r1" Type="${relation}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relation}"><sheets>${sheets
      .map(
        ({ name, state = 'visible' }, at) =>
          `<sheet name="${name}" sheetId="${at + 1}" state="${state}" r:id="s${at}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="st" Type="${relation}/styles" Target="styles.xml"/>${sheets
      .map((_, at) => `<Relationship Id="s${at}" Type="${relation}/worksheet" Target="sheet${at}.xml"/>`)
      .join('')}</Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts>${formats
      .map((code, at) => `<numFmt numFmtId="${200 + at}" formatCode="${code}"/>`)
      .join(
        '',
      )}</numFmts><cellXfs><xf numFmtId="0"/>${formats.map((_, at) => `<xf numFmtId="${200 + at}"/>`).join('')}</cellXfs></styleSheet>`,
  };
  for (const [at, { cols = '', rows }] of sheets.entries())
    files[`xl/sheet${at}.xml`] = `<worksheet xmlns="${main}">${cols}<sheetData>${rows}</sheetData></worksheet>`;
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
}

/** A cell: a text, a number, or a number in a format, with a formula. */
export type Value = string | number | { v: string | number; s?: number; f?: string };
const cell = (value: Value) => {
  if (typeof value === 'string') return `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  const { v, s = 0, f } = typeof value === 'number' ? { v: value } : value;
  return `<c s="${s}">${f === undefined ? '' : `<f>${f}</f>`}<v>${v}</v></c>`;
};
/** A row of cells. */
export const row = (values: Value[], more = '') => `<row ${more}>${values.map(cell).join('')}</row>`;
/** Rows of cells. */
export const sheet = (...rows: Value[][]) => rows.map((values) => row(values)).join('');
