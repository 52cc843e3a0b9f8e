import type { KeyboardEvent } from 'react';

/** Closes comments by Escape, except in a dialog that was opened from them: React reports its keys, too. */
export const onEscapeWithin = (close: (() => void) | undefined) => (event: KeyboardEvent<HTMLElement>) => {
  if (event.key !== 'Escape' || !close || !event.currentTarget.contains(event.target as Node)) return;
  event.preventDefault();
  event.stopPropagation();
  close();
};
