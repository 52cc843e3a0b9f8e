/**
 * Cells as tab-separated text, as spreadsheets read it: a cell with a tab, a line break or a quote at its start is quoted.
 * No line break follows the last row, as it would be pasted into other texts, unless that row would be lost without it.
 */
export function toTabSeparated(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((cells) => cells.map(quoted).join('\t'));
  return lines.join('\n') + (lines.at(-1) === '' ? '\n' : '');
}

const quoted = (text: string) => (/[\t\n\r]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/**
 * Reads tab-separated text of a spreadsheet. A quote opens a quoted cell only if it is closed before a tab, a line break or
 * the end, because spreadsheets do not quote a text such as `"Excalibur" (broken)`. A line break at the end opens no row.
 */
export function fromTabSeparated(text: string): string[][] {
  const rows: string[][] = [];
  let cells: string[] = [];
  let index = 0;
  while (index < text.length) {
    const { cell, end } = quotedCell(text, index) ?? plainCell(text, index);
    cells.push(cell);
    index = end + 1;
    if (text[end] === '\t') {
      // A tab at the end is followed by an empty cell.
      if (index === text.length) cells.push('');
      else continue;
    } else if (text[end] === '\r' && text[index] === '\n') index += 1;
    rows.push(cells);
    cells = [];
  }
  return rows;
}

interface ReadCell {
  cell: string;
  /** The place of the tab or line break after it, or the length of the text. */
  end: number;
}

const isEnd = (character: string | undefined) =>
  character === undefined || character === '\t' || character === '\n' || character === '\r';

function plainCell(text: string, start: number): ReadCell {
  let end = start;
  while (!isEnd(text[end])) end += 1;
  return { cell: text.slice(start, end), end };
}

function quotedCell(text: string, start: number): ReadCell | undefined {
  if (text[start] !== '"') return undefined;
  for (let close = text.indexOf('"', start + 1); close !== -1; close = text.indexOf('"', close + 2)) {
    if (text[close + 1] === '"') continue;
    if (!isEnd(text[close + 1])) return undefined;
    return { cell: text.slice(start + 1, close).replaceAll('""', '"'), end: close + 1 };
  }
  return undefined;
}
