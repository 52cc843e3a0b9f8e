import { useState } from 'react';
import { createUuid } from '../../../shared/http/event-id.ts';

/** The creation of the item typed into a form: its key lets the server recognize a retry. */
export interface Creation {
  key: () => string;
  /** Continues the creation of a stored draft. */
  restore: (key: string) => void;
  /** Starts the creation of another item. */
  renew: () => void;
}

/** The creation of a form; it is the same object as long as the form is mounted. */
export function useCreation(): Creation {
  const [creation] = useState(() => {
    let key = createUuid();
    return {
      key: () => key,
      restore: (stored: string) => {
        key = stored;
      },
      renew: () => {
        key = createUuid();
      },
    };
  });
  return creation;
}
