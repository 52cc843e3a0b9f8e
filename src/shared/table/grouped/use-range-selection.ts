import { useRef } from 'react';
import type { GroupLayout, Place } from './group-layout.ts';

interface Options {
  layout: GroupLayout;
  isSelected: (place: Place) => boolean;
  /** Undefined in a table without selection. */
  select: ((places: readonly Place[], isOn: boolean) => void) | undefined;
}

/** Selects rows by pointer and keyboard: one of them, or with Shift all since the last one. */
export function useRangeSelection({ layout, isSelected, select }: Options) {
  const anchor = useRef<Place>(null);

  const placesBetween = (a: Place, b: Place): Place[] => {
    const [from, to] = [a, b].map(({ group, row }) => layout.lineOf(group, row)).sort((x, y) => x - y);
    const places: Place[] = [];
    for (let line = from ?? 0; line <= (to ?? -1); line++) {
      const found = layout.lineAt(line);
      if (found.kind === 'row') places.push({ group: found.group, row: found.index });
    }
    return places;
  };

  return {
    /** Selects or deselects a row; a range gets the state of the row that it starts from. */
    pick: (place: Place, isRange: boolean) => {
      const start = isRange ? anchor.current : null;
      const isOn = start ? isSelected(start) : !isSelected(place);
      select?.(start ? placesBetween(start, place) : [place], isOn);
      if (!start) anchor.current = place;
    },
    /** Follows a move by keyboard, which with Shift selects the rows in between. */
    follow: (from: Place, to: Place, isRange: boolean) => {
      if (isRange && select) {
        anchor.current ??= from;
        select(placesBetween(anchor.current, to), true);
      } else anchor.current = null;
    },
  };
}
