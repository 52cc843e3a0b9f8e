import type { LinkedItem } from '@quartermaster/contract/endpoints/items.ts';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react';

interface PickerSearch {
  isOpen: boolean;
  typed: string;
  /** The searched text, which follows the typed one. */
  text: string;
  data: LinkedItem[] | undefined;
  /** True until the results of the typed text are loaded. */
  isLate: boolean;
  onFound: () => void;
  onPick: (id: string) => void;
}

/** Pressing Enter before the search has finished selects its first result. */
export function useFirstResult({ isOpen, typed, text, data, isLate, onFound, onPick }: PickerSearch) {
  const isAwaited = useRef(false);
  const takeFound = useEffectEvent((found: LinkedItem[]) => {
    if (!isOpen || text === '') return;
    onFound();
    if (isAwaited.current && found[0]) onPick(String(found[0].id));
    isAwaited.current = false;
  });
  useEffect(() => {
    if (data && !isLate) takeFound(data);
  }, [data, isLate]);
  return {
    onKey: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !isOpen || typed.trim() === '' || !isLate) return;
      event.preventDefault();
      event.stopPropagation();
      isAwaited.current = true;
    },
    cancel: () => {
      isAwaited.current = false;
    },
  };
}
