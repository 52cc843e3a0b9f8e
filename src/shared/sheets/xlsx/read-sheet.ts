import { numberText } from '@quartermaster/contract/number-text.ts';
import { sheetLimits } from '../sheet-limits.ts';
import { SheetProblem, tooManyCells } from '../sheet-problem.ts';
import { columnLetters, type SheetCell } from '../sheet-table.ts';
import type { CellFormat } from './cell-format.ts';
import { placeOf } from './cell-reference.ts';
import { type CellContext, type StoredCell, toCell } from './cell-value.ts';
import { fillMerged, type MergedRows } from './merged-cells.ts';
import { isTrueAttribute, readXml } from './read-xml.ts';
import { createRichText } from './rich-text.ts';
import { isSumAbove } from './sum-formula.ts';

/** The rows of a sheet, up to the last cells with a value, the indexes of the columns with dates, and which rows are merged. */
export interface WorkbookSheet {
  rows: SheetCell[][];
  dated: ReadonlySet<number>;
  merged: readonly MergedRows[];
  hidden: { rows: ReadonlySet<number>; columns: ReadonlySet<number> };
  /** The rows with a formula that sums the cells above it. */
  sums: ReadonlySet<number>;
}

/** What a workbook has for its cells. */
export interface SheetContext extends CellContext {
  formats: readonly CellFormat[];
}

const noRow: SheetCell[] = [];
const number: CellFormat = { is: 'number' };

/** Reads a sheet. What is larger than what is imported is refused before memory is taken for it. */
export function readSheet(bytes: Uint8Array, context: SheetContext): WorkbookSheet {
  const rows: SheetCell[][] = [];
  const dated = new Set<number>();
  const ranges: string[] = [];
  const rich = createRichText();
  let [row, column, cells] = [-1, -1, 0];
  let open: StoredCell | undefined;
  let isValue = false;
  let formula: string | undefined;
  const hidden = { rows: new Set<number>(), columns: new Set<number>() };
  const sums = new Set<number>();

  const add = (cell: SheetCell) => {
    if (cell === null || cell === '') return;
    if (column >= sheetLimits.columns)
      throw new SheetProblem(
        `Column ${columnLetters(column)} has a value in row ${numberText(row + 1)}, and at most ${numberText(sheetLimits.columns)} columns are read. Delete those that are not needed.`,
      );
    while (rows.length <= row) rows.push(noRow);
    const rowCells = rows[row] === noRow ? [] : (rows[row] ?? []);
    rows[row] = rowCells;
    cells += Math.max(0, column + 1 - rowCells.length);
    if (cells > sheetLimits.cells) throw tooManyCells();
    while (rowCells.length < column) rowCells.push(null);
    rowCells[column] = cell;
  };

  readXml(bytes, {
    open: (name, attributes) => {
      if (name === 'row') {
        row = attributes.r === undefined ? row + 1 : placeOf(`A${attributes.r}`).row;
        column = -1;
        if (isHidden(attributes)) hidden.rows.add(row);
      } else if (name === 'col' && isHidden(attributes)) {
        const last = Math.min(Number(attributes.max), sheetLimits.columns);
        for (let at = Number(attributes.min) - 1; at < last; at += 1) hidden.columns.add(at);
      } else if (name === 'c') {
        if (attributes.r === undefined) column += 1;
        else ({ row, column } = placeOf(attributes.r));
        const format = context.formats[Number(attributes.s ?? 0)] ?? number;
        open = { type: attributes.t ?? 'n', format, value: undefined, inline: '', hasFormula: false };
      } else if (name === 'mergeCell' && attributes.ref !== undefined) ranges.push(attributes.ref);
      else if (open && name === 'v') [isValue, open.value] = [true, ''];
      else if (open && name === 'f') [open.hasFormula, formula] = [true, ''];
      else if (open) rich.open(name);
    },
    text: (part) => {
      if (open && isValue) open.value += part;
      else if (open && formula !== undefined) formula += part;
      else if (open) rich.add(part);
    },
    close: (name) => {
      if (name === 'v') isValue = false;
      else if (name === 'f') {
        if (formula !== undefined && isSumAbove(formula, { row, column })) sums.add(row);
        formula = undefined;
      } else if (open && name === 'c') {
        const cell = toCell({ ...open, inline: rich.take() }, context);
        if (open.type === 'd' || (open.type === 'n' && open.format.is === 'moment' && typeof cell === 'string'))
          dated.add(column);
        add(cell);
        open = undefined;
      } else rich.close(name);
    },
  });
  return { rows, dated, merged: fillMerged(rows, ranges), hidden, sums };
}

/** Programs hide rows and columns by a mark, or make them so low or narrow that nothing is seen. */
const isHidden = ({ hidden, width, ht }: Readonly<Record<string, string>>): boolean =>
  isTrueAttribute(hidden) || Number(width ?? ht ?? 1) === 0;
