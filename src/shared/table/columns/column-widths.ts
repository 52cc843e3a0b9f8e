import type { TableColumn } from '../table-column.ts';

/** Limits in pixels for a column sized by its content. */
const bounds = { least: 72, most: 340 };
const cellPadding = 22;
/** A column that takes free space grows to this many times its width at most. */
const mostGrowth = 1.6;

type Sized<Row> = Pick<TableColumn<Row>, 'width' | 'text' | 'mostWidth' | 'extraWidth'>;

/** The approximate width of a text at the table's font size, in pixels; measuring it would cost a layout for each cell. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) {
    width += /[\u1100-\u{1FFFF}]/u.test(character)
      ? 13.5
      : /[iljtfr.,:;|'!()[\] ]/.test(character)
        ? 4.6
        : /[mwMW@%]/.test(character)
          ? 11.6
          : /[A-Z]/.test(character)
            ? 8.9
            : 8;
  }
  return width;
}

/** The width of a column from its header and content; without texts of its rows, the declared width. */
export function naturalWidth<Row>(column: Sized<Row>, rows: readonly Row[]): number {
  const { width, text, mostWidth = bounds.most, extraWidth = 0 } = column;
  if (!text) return width;
  const widest = Math.max(0, ...rows.map((row) => textWidth((text(row) ?? '').slice(0, 60))));
  const content = Math.min(mostWidth, Math.ceil(widest) + cellPadding) + extraWidth;
  return Math.max(bounds.least, width, content);
}

/** Widths with the remaining space shared among the columns that grow, or among those that grow fully. */
export function shareRoom(
  columns: readonly { width: number; grows: TableColumn<never>['grows'] }[],
  room: number,
): number[] {
  const widths = columns.map(({ width }) => width);
  const sumOf = (isCounted: (grows: TableColumn<never>['grows']) => boolean) =>
    columns.reduce((sum, { width, grows }) => sum + (isCounted(grows) ? width : 0), 0);
  const free = room - sumOf(() => true);
  if (free <= 0) return widths;
  const filling = sumOf((grows) => grows === 'fully');
  if (filling > 0)
    return columns.map(({ width, grows }) =>
      grows === 'fully' ? width + Math.floor((free * width) / filling) : width,
    );
  const growing = sumOf(Boolean);
  if (growing === 0) return widths;
  const growth = Math.min(mostGrowth, 1 + free / growing);
  return columns.map(({ width, grows }) => (grows ? Math.floor(width * growth) : width));
}
