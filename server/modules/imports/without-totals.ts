import { isNumericText, isTotalLabel } from '@quartermaster/contract/sheets/total-labels.ts';
import type { TotalRow } from '../../core/tables/imports.ts';

interface CsvRow {
  line: number;
  value: Readonly<Record<string, unknown>>;
}

/** The most rows that are left out; further ones are read as items. */
const mostTotals = 1000;

/** The most totals in a row that are kept until it is known what follows them. */
const mostPending = 20;

/**
 * Rows of CSV without those that sum others, which are added to `totals`: those that are called `Total` and the like after the last item, or before
 * an empty row, and subtotals, if all else in them is numbers.
 */
export async function* withoutTotals<Row extends CsvRow>(
  rows: AsyncIterable<Row>,
  totals: TotalRow[],
): AsyncGenerator<Row> {
  let pending: Row[] = [];
  for await (const row of rows) {
    const cells = filledCells(row);
    if (cells.length === 0) {
      leaveOut(totals, pending);
      pending = [];
    }
    if (totals.length + pending.length < mostTotals && isTotal(cells, false)) leaveOut(totals, [row]);
    else if (totals.length + pending.length < mostTotals && isTotal(cells, true)) {
      pending.push(row);
      if (pending.length > mostPending) yield* pending.splice(0, 1);
    } else {
      yield* pending;
      pending = [];
      yield row;
    }
  }
  leaveOut(totals, pending);
}

const filledCells = ({ value }: CsvRow): string[] =>
  Object.values(value)
    .map(String)
    .filter((cell) => cell.trim() !== '');

const isTotal = ([label = '', ...others]: readonly string[], isEnd: boolean): boolean =>
  isTotalLabel(label, isEnd) && others.length > 0 && others.every(isNumericText);

function leaveOut(totals: TotalRow[], rows: readonly CsvRow[]): void {
  for (const row of rows) totals.push({ line: row.line, label: filledCells(row)[0] ?? '' });
}
