/** A cell of a sheet; both `null` and the empty text are empty. */
export type Cell = string | number | boolean | null;

/** So that sheet programs read UTF-8. */
export const byteOrderMark = '\ufeff';

/** A text that a sheet program takes for a formula, after the quotes that make it a text. */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** A text that no sheet program calculates: one quote more than it has makes it a text. */
export const escapeFormula = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** The text that {@link escapeFormula} has escaped. A program that has dropped the quote itself changes nothing. */
export const unescapeFormula = (text: string): string =>
  text.startsWith("'") && formula.test(text) ? text.slice(1) : text;

const csvCell = (cell: Cell): string =>
  typeof cell === 'string' ? `"${escapeFormula(cell).replaceAll('"', '""')}"` : cell === null ? '' : String(cell);

/** A line of CSV (RFC 4180) that is safe to open in a sheet program. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`;
