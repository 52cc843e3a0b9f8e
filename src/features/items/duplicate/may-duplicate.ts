import { createContext } from 'react';

/** Whether rows of a list offer to duplicate their items: computed once for the list, as it is the same for each row. */
export const MayDuplicate = createContext(false);
