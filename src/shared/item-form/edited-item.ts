import { createContext } from 'react';

/** The item that is edited; its id is `null` until it is saved first. */
export interface EditedItem {
  templateId: string;
  id: number | null;
}

/** `null` where no item is edited, such as in a preview. */
export const EditedItemContext = createContext<EditedItem | null>(null);
