import { createContext } from 'react';

/** Whether rows of a list offer to duplicate their items: asked once for the list, as each of its rows would ask the same. */
export const MayDuplicate = createContext(false);
