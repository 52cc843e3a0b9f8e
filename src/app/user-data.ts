import type { createStore } from 'jotai';
import { activeInstanceAtom } from '../shared/access/active-instance.ts';
import { awaitedChangesAtom } from '../shared/billing/awaited-changes.ts';
import type { UnsavedChanges } from '../shared/services/services.ts';

interface UserDataOptions {
  store: ReturnType<typeof createStore>;
  unsavedChanges: UnsavedChanges;
  /** Removes the kept answers, and keeps none of this account from now on. */
  closeKept: () => void;
}

/** What a console has in memory for the account that is signed in, besides answers. */
export function createUserData({ store, unsavedChanges, closeKept }: UserDataOptions) {
  /** Another account takes over. */
  const leaveInstance = () => {
    closeKept();
    store.set(activeInstanceAtom, -1);
  };
  return {
    /** Resets the active instance, which belongs to this account. */
    leaveInstance,
    /** Discards unsaved input, and resets the active instance. */
    clear: () => {
      unsavedChanges.clear();
      store.set(awaitedChangesAtom, new Map());
      leaveInstance();
    },
  };
}
