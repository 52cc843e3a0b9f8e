import { cellValue, isBlank, isUnread, type SheetCell, shownOf } from './sheet-table.ts';

/** What rows below the items are called, in the languages of sheet programs; compared without case, marks and signs. */
const totals = new Set(
  [
    'total, totals, totale, totali, totaal, totalt, toplam, genel toplam, grand total, sum, sums, sum total, summe, gesamt',
    'gesamtsumme, endsumme, insgesamt, summa, suma, suma total, somme, soma, total general, totale generale, overall, i alt',
    'итого, всего, сумма, разом, усього, celkem, soucet, razem, lacznie, ogolem, osszesen, spolu, skupaj, ukupno, yhteensa',
    'totalsumma, kokku, kopa, is viso, jumlah, tong, tong cong, συνολο, סהכ, סך הכל, المجموع, الاجمالي, اجمالي, รวม, ยอดรวม',
    '合計, 総計, 計, 合计, 总计, 總計, 总和, 合計金額, 합계, 총계, average, averages, mean, durchschnitt, mittelwert, moyenne',
    'promedio, media, среднее, 平均',
  ].flatMap((line) => line.split(', ').map(plain)),
);
const subtotals = new Set(
  'subtotal, sub total, zwischensumme, sous total, subtotale, subtotaal, delsumma, промежуточный итог, ara toplam, 小計, 小计, 소계'
    .split(', ')
    .map(plain),
);

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

const isNumeric = (cell: SheetCell): boolean => {
  const value = cellValue(cell);
  return typeof value === 'number' || (typeof value === 'string' && /^[^\p{L}]*\d[^\p{L}]*$/u.test(value));
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
  const label = isUnread(first) ? '' : plain(String(shownOf(first) ?? ''));
  const isNamed = subtotals.has(label) || (isEnd && totals.has(label));
  return isNamed && others.length > 0 && others.every((cell) => isUnread(cell) || isNumeric(cell));
}
