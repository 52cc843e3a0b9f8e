import { useRef } from 'react';

interface Options<Place> {
  /** The rows between two, including both; only the second if the first is not in the table. */
  between: (from: Place, to: Place) => readonly Place[];
  isSelected: (position: Place) => boolean;
  /** Undefined in a table without selection. */
  select: ((places: readonly Place[], isOn: boolean) => void) | undefined;
}

/** Selects rows by pointer and keyboard: one of them, or with Shift all since the last one. */
export function useRangeSelection<Place>({ between, isSelected, select }: Options<Place>) {
  const anchor = useRef<Place>(null);

  return {
    /** Selects or deselects a row; a range gets the state of the row that it starts from. */
    pick: (position: Place, isRange: boolean) => {
      const start = isRange ? anchor.current : null;
      const places = start === null ? [position] : between(start, position);
      // The row that a range would start from may be on another page.
      const isRangeHere = start !== null && places.length > 1;
      select?.(places, isRangeHere ? isSelected(start) : !isSelected(position));
      if (!isRangeHere) anchor.current = position;
    },
    /** Follows a move by keyboard, which with Shift selects the rows in between. */
    follow: (from: Place, to: Place, isRange: boolean) => {
      if (isRange && select) {
        anchor.current ??= from;
        select(between(anchor.current, to), true);
      } else anchor.current = null;
    },
  };
}
