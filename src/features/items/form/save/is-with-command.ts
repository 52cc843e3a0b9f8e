import type { MouseEvent } from 'react';

/** True if the command key is pressed: Ctrl, or ⌘ on a Mac. */
export const isWithCommand = (event: MouseEvent): boolean => event.ctrlKey || event.metaKey;
