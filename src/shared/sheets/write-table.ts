import { csvLine, unescapeFormula } from '@quartermaster/contract/sheets/csv-text.ts';
import { unreadColumn } from '@quartermaster/contract/sheets/system-columns.ts';
import type { ColumnNames } from './open-sheet.ts';
import { SheetProblem } from './sheet-problem.ts';
import { cellValue, columnLetters, isBlank, isUnread, type SheetCell, shownOf } from './sheet-table.ts';
import type { Table } from './to-table.ts';

/** How many rows become one part of the file that is sent. */
const rowsPerPart = 5000;

/** The rows of a table as JSON lines. A row has the line of its number. */
export async function writeLines(table: Table, names: ColumnNames, asShown: ReadonlySet<string>): Promise<Blob> {
  const { header, rows } = table;
  const parts: string[] = ['\n'.repeat(header + 1)];
  for (let start = header + 1; start < rows.length; start += rowsPerPart) {
    const lines = rows
      .slice(start, start + rowsPerPart)
      .map((row, index) =>
        row.every(isBlank) ? '' : JSON.stringify(recordOf(row, table, { names, asShown, number: start + index + 1 })),
      );
    parts.push(`${lines.join('\n')}\n`);
    // Without a worker, the page answers in between.
    await new Promise((resolve) => setTimeout(resolve));
  }
  return new Blob(parts, { type: 'application/jsonl' });
}

/** The table as CSV as the server reads it. A row has the line of its number. */
export function writeTableCsv({ header, indexes, rows, isText }: Table): Blob {
  const lines = rows.slice(header).map((row, index) => {
    if (row.every(isBlank)) return '\r\n';
    const cells = indexes.map((at) => {
      const cell = row[at] ?? '';
      if (isUnread(cell)) throw new SheetProblem(`${columnLetters(at)}${header + index + 1} ${cell.reason}.`);
      const display = String(shownOf(cell) ?? '');
      const text = isText ? unescapeFormula(display) : display;
      return index === 0 ? text.trim() || columnLetters(at) : text;
    });
    return csvLine(cells);
  });
  return new Blob(['\n'.repeat(header), ...lines], { type: 'text/csv' });
}

interface Sent {
  names: ColumnNames;
  asShown: ReadonlySet<string>;
  /** Of the row. */
  number: number;
}

function recordOf(
  row: readonly SheetCell[],
  { indexes, isText }: Table,
  { names, asShown, number }: Sent,
): Record<string, unknown> {
  // A field can be named `__proto__`.
  const record = new Map<string, unknown>();
  const unreadCells = new Map<string, string>();
  indexes.forEach((index, at) => {
    // A row of a workbook has all cells, though empty ones at its end are not stored.
    const cell = isText ? row[index] : (row[index] ?? null);
    if (cell === undefined) return;
    for (const one of [names[at] ?? []].flat()) {
      const value = asShown.has(one) ? shownOf(cell) : cellValue(cell);
      if (isUnread(cell)) unreadCells.set(one, `${columnLetters(index)}${number} ${cell.reason}`);
      else record.set(one, isText && typeof value === 'string' ? unescapeFormula(value) : value);
    }
  });
  if (unreadCells.size > 0) record.set(unreadColumn, Object.fromEntries(unreadCells));
  return Object.fromEntries(record);
}
