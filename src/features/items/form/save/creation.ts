import { useState } from 'react';
import { createUuid } from '../../../../shared/http/event-id.ts';
import type { ItemDraft } from '../item-draft.ts';

/** The attempts to create one item: their key, and the drafts that they sent and that may have been saved. */
interface Attempts {
  key: string;
  lost: ItemDraft[];
  /** True if there may have been others, of a page that was reloaded since. */
  isRestored: boolean;
}

const begin = (): Attempts => ({ key: createUuid(), lost: [], isRestored: false });

/** The creation of the item that is typed into a form: by its key the server knows a further attempt. */
export interface Creation {
  attempts: () => Attempts;
  /** Goes on with the creation of a stored draft. */
  restore: (key: string) => void;
  /** What is created next is another item. */
  renew: () => void;
}

/** The creation of a form; it is the same object as long as the form is mounted. */
export function useCreation(): Creation {
  const [creation] = useState(() => {
    let attempts = begin();
    return {
      attempts: () => attempts,
      restore: (key: string) => {
        attempts = { key, lost: [], isRestored: true };
      },
      renew: () => {
        attempts = begin();
      },
    };
  });
  return creation;
}
