import { type Atom, atom, useStore } from 'jotai';
import { useMemo, useState } from 'react';
import { noRows, type RowSelection, selectRows } from './row-selection.ts';

/** The selection of a list, as state that its table and its bar subscribe to, and the functions that change it. */
export interface ListSelection {
  state: Atom<RowSelection>;
  select: (ids: readonly string[], isOn: boolean) => void;
  /** Selects all rows that match the filters of the list, on all of its pages; exceptions made since stay. */
  selectMatching: (count: number) => void;
  clear: () => void;
}

const newState = (key: string) => ({ key, state: atom(noRows) });

/** The selection of a list. It is kept on all pages, and dropped with another `key`, which stands for filters and sort order. */
export function useListSelection(key: string): ListSelection {
  const store = useStore();
  const [stored, setStored] = useState(() => newState(key));
  const current = stored.key === key ? stored : newState(key);
  if (current !== stored) setStored(current);
  const { state } = current;
  return useMemo(
    () => ({
      state,
      select: (ids, isOn) => store.set(state, (before) => selectRows(before, ids, isOn)),
      selectMatching: (count) =>
        store.set(state, ({ matching, ids }) => ({
          matching: count,
          ids: matching === null ? new Set<string>() : ids,
        })),
      clear: () => store.set(state, noRows),
    }),
    [store, state],
  );
}
