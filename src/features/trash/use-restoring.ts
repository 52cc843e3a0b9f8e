import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { restoredIn } from '../../shared/data/trash.ts';
import { useServices } from '../../shared/services/services.ts';
import { useStableCallback } from '../../shared/ui/hooks/use-stable-callback.ts';
import { addressSelection, type Restored, rematched } from './restored.ts';

/** A restore from its start until it is done or given up. */
interface Current {
  /** Numbers the restores. */
  key: number;
  restored: Restored;
  isOpen: boolean;
  /** Its dialog may still be closing. */
  hasEnded: boolean;
}

interface RestoringOptions {
  /** Called once something is restored; `isFollowed` if the user is still where it was started. */
  onRestored: (restored: Restored, isFollowed: boolean) => void;
  /** Called if another number of entries matches than was selected. */
  onMatching: (count: number) => void;
}

/** The restore that is going on, one at a time. The URL can start one, too. */
export function useRestoring({ onRestored, onMatching }: RestoringOptions) {
  const { root } = useServices();
  const [current, setCurrent] = useState<Current | null>(null);
  const [search, setSearch] = useSearchParams();
  const addressed = search.get('restore');
  const [seen, setSeen] = useState<string | null>(null);
  const begin = (restored: Restored, isOpen: boolean) =>
    setCurrent((before) => ({ key: (before?.key ?? 0) + 1, restored, isOpen, hasEnded: false }));
  const change = (changed: Partial<Current>) => setCurrent((before) => before && { ...before, ...changed });
  if (addressed !== seen) {
    setSeen(addressed);
    const selection = restoredIn(addressed);
    if (selection) begin(addressSelection(selection), true);
    // Without it, the browser went back from an address that had opened the dialog.
    else change({ isOpen: false, hasEnded: true });
  }
  const active = current && !current.hasEnded ? current.restored : null;

  // Where the focus was when it was started, to which a closed dialog returns it.
  const opener = useRef<Element | null>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (current?.isOpen) wasOpen.current = true;
  }, [current]);
  const start = useStableCallback((restored: Restored) => {
    // Of the same row, its progress is shown again.
    if (active) return change({ isOpen: true });
    opener.current = root.ownerDocument.activeElement;
    wasOpen.current = false;
    begin(restored, false);
  });
  const close = () => {
    if (addressed === null) return;
    const closed = (before: URLSearchParams) => {
      const after = new URLSearchParams(before);
      after.delete('restore');
      return after;
    };
    setSearch(closed, { replace: true });
  };
  return {
    start,
    current,
    /** What is checked, asked about or restored now: until it is done, nothing else can be. */
    active,
    open: useStableCallback(() => change({ isOpen: true })),
    /** Closes the dialog; what is being restored goes on. */
    hide: () => {
      change({ isOpen: false });
      close();
    },
    end: () => {
      change({ isOpen: false, hasEnded: true });
      close();
    },
    restored: () => {
      if (!current) return;
      const { activeElement, body } = root.ownerDocument;
      const isUnfocused = activeElement === null || activeElement === body;
      const isHere = activeElement === opener.current || (isUnfocused && !wasOpen.current);
      onRestored(current.restored, current.isOpen || isHere);
    },
    rematch: (count: number) => {
      if (current) change({ restored: rematched(current.restored, count) });
      onMatching(count);
    },
  };
}

/** The restore of a list. */
export type Restoring = ReturnType<typeof useRestoring>;
