const mostRows = 1_048_576;

/** The indexes of a cell by its name, such as `AB12`. */
export function placeOf(reference: string): { row: number; column: number } {
  const [, letters = '', digits = ''] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/i.exec(reference) ?? [];
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  const row = Number(digits);
  if (column < 1 || row < 1 || row > mostRows) throw new Error(`${reference} is no place of a cell.`);
  return { row: row - 1, column: column - 1 };
}
