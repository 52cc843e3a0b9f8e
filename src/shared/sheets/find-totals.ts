import { isNumericText, isTotalLabel } from '@quartermaster/contract/sheets/total-labels.ts';
import { cellValue, isBlank, isUnread, type SheetCell, shownOf } from './sheet-table.ts';

const isNumeric = (cell: SheetCell): boolean => {
  const value = cellValue(cell);
  return typeof value === 'number' || (typeof value === 'string' && isNumericText(value));
};

/**
 * The indexes of rows that sum others: by a formula that sums the cells above it, or by a label such as `Total` at the end of
 * the sheet, or before an empty row, next to numbers only. A subtotal may be anywhere.
 */
export function findTotals(rows: readonly SheetCell[][], header: number, sums: ReadonlySet<number>): number[] {
  const found: number[] = [];
  let isEnd = true;
  for (let index = rows.length - 1; index > header; index -= 1) {
    const filled = (rows[index] ?? []).filter((cell) => !isBlank(cell));
    if (filled.length === 0) {
      isEnd = true;
      continue;
    }
    const isTotal: boolean = sums.has(index) || isLabelled(filled, isEnd);
    if (isTotal) found.push(index);
    isEnd &&= isTotal;
  }
  return found.toReversed();
}

function isLabelled([first = null, ...others]: readonly SheetCell[], isEnd: boolean): boolean {
  const isNamed = !isUnread(first) && isTotalLabel(String(shownOf(first) ?? ''), isEnd);
  return isNamed && others.length > 0 && others.every((cell) => isUnread(cell) || isNumeric(cell));
}
