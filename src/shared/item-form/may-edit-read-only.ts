import { createContext } from 'react';

/** Whether the user can change values that are read-only for members; true where nothing is saved. */
export const MayEditReadOnly = createContext(true);
