import { createContext, useContext, useState } from 'react';

/** The folded groups of a row, by field id; it outlives the row, which is not rendered while it is far from the view. */
export type FoldedGroups = Set<string>;

const Context = createContext<FoldedGroups | null>(null);

/** Provides the groups in a row with what is folded there. */
export const FoldedGroupsProvider = Context;

/** Whether a group is open, which its row remembers. */
export function useFold(fieldId: string): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const folded = useContext(Context);
  const [isOpen, setOpen] = useState(() => folded?.has(fieldId) !== true);
  return [
    isOpen,
    (next) => {
      if (next) folded?.delete(fieldId);
      else folded?.add(fieldId);
      setOpen(next);
    },
  ];
}
