import { numberText } from '@quartermaster/contract/number-text.ts';
import { unescapeFormula } from '@quartermaster/contract/sheets/csv-text.ts';
import { guessColumn } from './guess-column.ts';
import type { OpenSheet, SheetColumn } from './open-sheet.ts';
import { SheetProblem } from './sheet-problem.ts';
import { cellValue, columnLetters, isBlank, isUnread, type SheetCell, shownOf } from './sheet-table.ts';
import type { Table } from './to-table.ts';
import { hasDecimalComma } from './written-numbers.ts';
import type { WorkbookSheet } from './xlsx/read-sheet.ts';

const shownExamples = 3;

const noRows = ({ hidden, totals }: Table): string =>
  hidden.rows.size > 0 || totals.length > 0
    ? 'All rows below the header are hidden or totals. Include them below, or choose another sheet.'
    : 'The sheet has a header, but no rows below it.';

/** True if a number of the sheet has a comma that can only be a decimal one. */
const hasDecimalCommas = (rows: readonly SheetCell[][]): boolean =>
  rows.some((row) => row.some((cell) => typeof cell === 'string' && hasDecimalComma(cell)));

/** How many rows or columns a note names. */
const mostNamed = 5;

const listOf = (names: readonly string[]): string =>
  names.length <= mostNamed
    ? names.join(', ')
    : `${names.slice(0, mostNamed).join(', ')} and ${numberText(names.length - mostNamed)} more`;

const sentence = (what: string, names: readonly string[], rest: readonly [one: string, several: string]): string =>
  `${what}${names.length === 1 ? '' : 's'} ${listOf(names)} ${rest[names.length === 1 ? 0 : 1]}.`;

/** Which rows and columns are hidden, and which rows are totals: named in any case. */
function leftOutNotes({ hidden, totals, labels }: Table): string[] {
  const rows = [...hidden.rows].map((row) => numberText(row + 1));
  const columns = [...hidden.columns].map(columnLetters);
  const sums = totals.map((row, index) => `${numberText(row + 1)}${labels[index] ? ` (${labels[index]})` : ''}`);
  return [
    ...(rows.length > 0 ? [sentence('Row', rows, ['is hidden in the sheet', 'are hidden in the sheet'])] : []),
    ...(columns.length > 0 ? [sentence('Column', columns, ['is hidden in the sheet', 'are hidden in the sheet'])] : []),
    ...(sums.length > 0 ? [sentence('Row', sums, ['sums others', 'sum others'])] : []),
  ];
}

/** The columns of a table, and what a user should know of it. */
export function describeTable(table: Table, asksAboutPoints: boolean): Pick<OpenSheet, 'columns' | 'rows' | 'notes'> {
  const { header, indexes, rows, isText } = table;
  const below = rows.slice(header + 1).filter((row) => !row.every(isBlank));
  if (below.length === 0) throw new SheetProblem(noRows(table));
  const decimalCommas = hasDecimalCommas(below);
  const described = indexes.map((index): SheetColumn => {
    const name = rows[header]?.[index] ?? '';
    const text = String(shownOf(name) ?? '').trim();
    const letters = columnLetters(index);
    return {
      name: (isText ? unescapeFormula(text) : text) || letters,
      letters,
      examples: examplesOf(below, index),
      guess: guessColumn(
        below.map((row) => ({ value: cellValue(row[index]), display: shownOf(row[index]) })),
        { asksAboutPoints: asksAboutPoints || decimalCommas },
      ),
    };
  });
  return { columns: described, rows: below.length, notes: [...leftOutNotes(table), ...notesOf(described, table)] };
}

function examplesOf(rows: readonly SheetCell[][], index: number): string[] {
  const found = new Set<string>();
  for (const row of rows) {
    const cell = row[index] ?? null;
    if (!isBlank(cell)) found.add(String(isUnread(cell) ? cell.shows : shownOf(cell)).slice(0, 200));
    if (found.size === shownExamples) break;
  }
  return [...found];
}

function notesOf(columns: readonly SheetColumn[], { rows, header, indexes, isText }: Table): string[] {
  const notes: string[] = [];
  if (rows.slice(0, header).some((row) => !row.every(isBlank)))
    notes.push(`The header is in row ${header + 1}. What is above it is not imported.`);
  for (const [name, alike] of Map.groupBy(columns, (column) => column.name))
    if (alike.length > 1)
      notes.push(`The columns ${alike.map(({ letters }) => letters).join(', ')} are all called "${name}".`);
  const width = (indexes.at(-1) ?? -1) + 1;
  const short = rows.flatMap((row, index) =>
    isText && index > header && row.length < width && !row.every(isBlank) ? [index + 1] : [],
  );
  if (short.length > 0)
    notes.push(
      `${short.length === 1 ? 'Row' : 'Rows'} ${short.slice(0, 5).map(numberText).join(', ')}${short.length > 5 ? ` and ${numberText(short.length - 5)} more` : ''} ${short.length === 1 ? 'ends' : 'end'} before the last column. The missing cells change nothing.`,
    );
  return notes;
}

/** What a user should know of the values of a workbook. */
export function workbookNotes({ header, rows }: Table, { dated, merged }: WorkbookSheet): string[] {
  const named = (columns: ReadonlySet<number>) =>
    [...columns]
      .toSorted((a, b) => a - b)
      .map(columnLetters)
      .join(', ');
  const unreadCells = rows.flatMap((row, index) =>
    index > header
      ? row.flatMap((cell, at) => (isUnread(cell) ? [`${columnLetters(at)}${index + 1} ${cell.reason}`] : []))
      : [],
  );
  const [first] = unreadCells;
  const filled = new Set(merged.flatMap(({ column, last }) => (last > header ? [column] : [])));
  return [
    ...(dated.size > 0 ? [`Dates have no zone in a workbook. Those of column ${named(dated)} are read as UTC.`] : []),
    ...(filled.size > 0 ? [`Merged cells of column ${named(filled)} give their value to each of their rows.`] : []),
    ...(first === undefined
      ? []
      : [
          `${unreadCells.length === 1 ? 'A cell has' : `${numberText(unreadCells.length)} cells have`} no value that can be imported: ${first}${unreadCells.length === 1 ? '' : ', for example'}. Their rows are refused if the column is imported.`,
        ]),
  ];
}
