import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { PanelStart } from './comment-spot.ts';
import { startInAddress } from './start-in-address.ts';

/**
 * Whether comments are open, and where: as the address says, each time that its part about comments changes, and as the user chooses. Its other
 * parts change while comments are closed, or written.
 */
export function useCommentsStart() {
  const { search } = useLocation();
  const address = JSON.stringify(startInAddress(search));
  const [state, setState] = useState(() => openedBy(search, address));
  if (state.address !== address) {
    const next = openedBy(search, address);
    setState(next.isOpen ? next : { ...state, address });
  }
  return {
    isOpen: state.isOpen,
    start: state.start,
    open: (start: PanelStart | null) => setState({ address, isOpen: true, start }),
    close: () => setState({ address, isOpen: false, start: null }),
  };
}

const openedBy = (search: string, address: string | undefined) => {
  const start = startInAddress(search);
  return { address, isOpen: start !== undefined, start: start ?? null };
};
