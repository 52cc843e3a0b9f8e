import { createContext, useContext, useState } from 'react';

/** The collapsed groups of a row, by field id; they outlive the row, which is not rendered while it is far from the viewport. */
export type FoldedGroups = Set<string>;

const Context = createContext<FoldedGroups | null>(null);

/** Provides the groups in a row with its collapsed groups. */
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
