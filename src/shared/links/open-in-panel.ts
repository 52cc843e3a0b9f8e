import { createContext, useContext } from 'react';

/** An item that can be opened. */
export interface ItemPlace {
  templateId: string;
  id: number;
}

const Context = createContext<((item: ItemPlace) => void) | null>(null);

/** Makes the links to items inside open a side panel instead of navigating away. */
export const OpenInPanel = Context.Provider;

/** Opens an item in the side panel; `null` where links navigate to its page. */
export const useOpenInPanel = (): ((item: ItemPlace) => void) | null => useContext(Context);
