import { createContext } from 'react';
import type { Restored } from './restored.ts';

/** What is checked or restored now, for the rows of the list. */
export const ActiveRestore = createContext<Restored | null>(null);

/** Why nothing else can be restored. */
export const isRestoringText = 'Something else is being restored';
