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

/** The longest label and number that are looked at. */
const longest = 100;

/** True for the label of a row that sums others. A subtotal can be anywhere, a total after the last item only. */
export const isTotalLabel = (text: string, isEnd: boolean): boolean => {
  if (text.length > longest) return false;
  const label = plain(text);
  return subtotals.has(label) || (isEnd && totals.has(label));
};

/** True for a text such as `1,250.00 €`, which has digits and no letters. */
export const isNumericText = (text: string): boolean => text.length <= longest && /^[^\p{L}]*\d[^\p{L}]*$/u.test(text);
