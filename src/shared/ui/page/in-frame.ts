import { createContext, useContext } from 'react';

const Context = createContext(false);

/** Provides pages with whether header and sidebar are around them. */
export const InFrame = Context.Provider;

/** True for a page inside the layout of header and sidebar. */
export const useIsInFrame = (): boolean => useContext(Context);
