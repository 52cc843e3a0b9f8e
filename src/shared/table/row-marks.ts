import classes from './row-marks.module.css';

/** The class of an element around marked rows. */
export const marksClass = classes.marks ?? '';

/** What a table shows of a row besides its values. */
export interface RowMark {
  /** Whether the row has been deleted, or is elsewhere in the list by now, so that its values may be outdated. */
  state?: 'deleted' | 'elsewhere';
  /** The ids of columns whose values have just changed. */
  changed?: ReadonlySet<string>;
  /** Changes with each mark of the row, so that the same cell is marked again. */
  turn?: 'odd' | 'even';
  /** When the marks of the columns end, as of `performance.now()`. */
  until?: number;
}

/** How long a changed cell is marked, in milliseconds; the animation in `row-marks.module.css` takes as long. */
export const markedFor = 2400;

const marks = new WeakMap<object, RowMark>();

/** Marks a row, which tables and galleries show as long as they have this object. */
export function markRow<Row extends object>(row: Row, mark: RowMark): Row {
  marks.set(row, mark);
  return row;
}

/** The mark of a row, if it has one. */
export const markOf = (row: unknown): RowMark | undefined => marks.get(row as object);

/** Marks the cell of a column while its value counts as just changed. */
export const changedProps = (mark: RowMark | undefined, column: string): { 'data-changed'?: string | undefined } =>
  mark?.changed?.has(column) && performance.now() < (mark.until ?? 0) ? { 'data-changed': mark.turn } : {};

const turnOff = (event: { preventDefault: () => void; stopPropagation: () => void }) => {
  event.preventDefault();
  event.stopPropagation();
};

const stateTitles = { deleted: 'Deleted by someone else', elsewhere: 'No longer at this place in the list' };

/** Marks the element of a row; the controls of a deleted one do nothing, but keep the focus. */
export const markedRowProps = (mark: RowMark | undefined) =>
  mark?.state && {
    'data-row-state': mark.state,
    title: stateTitles[mark.state],
    ...(mark.state === 'deleted' && { 'aria-disabled': true, onClickCapture: turnOff }),
  };
