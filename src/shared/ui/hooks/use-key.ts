import { usePageEvent } from './use-page-event.ts';

/** Handles keys that work anywhere on a page, except in a dialog or popover. */
export function useKey(isWanted: (event: KeyboardEvent) => boolean, handle: (event: KeyboardEvent) => void): void {
  usePageEvent('keydown', (event) => {
    if (!isWanted(event)) return;
    event.preventDefault();
    handle(event);
  });
}
