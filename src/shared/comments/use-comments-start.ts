import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { PanelStart } from './comment-spot.ts';
import { startInAddress } from './start-in-address.ts';

/** Whether comments are open, and where: as the address says, each time that it changes, and as the user chooses. */
export function useCommentsStart() {
  const { search } = useLocation();
  const [state, setState] = useState(() => openedBy(search));
  if (state.search !== search) {
    const next = openedBy(search);
    setState(next.isOpen ? next : { ...state, search });
  }
  return {
    isOpen: state.isOpen,
    start: state.start,
    open: (start: PanelStart | null) => setState({ search, isOpen: true, start }),
    close: () => setState({ search, isOpen: false, start: null }),
  };
}

const openedBy = (search: string) => {
  const start = startInAddress(search);
  return { search, isOpen: start !== undefined, start: start ?? null };
};
