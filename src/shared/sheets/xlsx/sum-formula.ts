import { placeOf } from './cell-reference.ts';

const reference = String.raw`(\$?[A-Z]{1,3}\$?\d{1,7})`;
const ofRange = new RegExp(
  String.raw`^(?:(?:SUM|AVERAGE|COUNTA?|MIN|MAX|MEDIAN)\(|SUBTOTAL\(\d+[,;]|AGGREGATE\(\d+[,;]\d+[,;])${reference}:${reference}\)$`,
  'i',
);
const ofTable = /^SUBTOTAL\(\d+[,;][^[\],;()]*\[[^\]]+\]\)$/i;

/** True for a formula that does nothing but sum several cells above its own. */
export function isSumAbove(formula: string, cell: { row: number; column: number }): boolean {
  const plain = formula.replaceAll(/\s|^=|_xlfn\./g, '');
  if (ofTable.test(plain)) return true;
  const [, from, to] = ofRange.exec(plain) ?? [];
  if (from === undefined || to === undefined) return false;
  const [first, last] = [placeOf(from), placeOf(to)];
  const isOwnColumn = first.column === cell.column && last.column === cell.column;
  return isOwnColumn && first.row < last.row && last.row < cell.row;
}
