import type { MouseEvent } from 'react';

/** True with the key for commands held: Ctrl, or ⌘ on a Mac. */
export const isWithCommand = (event: KeyboardEvent | MouseEvent): boolean => event.ctrlKey || event.metaKey;
