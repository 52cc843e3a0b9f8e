import type { MouseEvent } from 'react';

/** True if the command key is pressed: Ctrl, or ⌘ on a Mac. */
export const isWithCommand = (event: MouseEvent): boolean => event.ctrlKey || event.metaKey;

/** Saves and returns to the list. Ctrl+S, which is pressed by habit, stays on the item. */
export const saveAndCloseKeys = 'mod+enter';
