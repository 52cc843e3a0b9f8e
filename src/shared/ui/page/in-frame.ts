import { createContext, useContext } from 'react';

const Context = createContext(false);

/** Tells the pages inside that header and sidebar are around them. */
export const InFrame = Context.Provider;

/** True for a page inside of the layout of header and sidebar. */
export const useIsInFrame = (): boolean => useContext(Context);
