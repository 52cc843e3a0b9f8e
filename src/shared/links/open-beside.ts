import { createContext, useContext } from 'react';

/** An item that can be opened. */
export interface ItemPlace {
  templateId: string;
  id: number;
}

const Context = createContext<((item: ItemPlace) => void) | null>(null);

/** Lets the links to items inside open them beside what is shown, instead of leading away from it. */
export const OpenBeside = Context.Provider;

/** Opens an item beside what is shown; `null` where links lead to its page. */
export const useOpenBeside = (): ((item: ItemPlace) => void) | null => useContext(Context);
