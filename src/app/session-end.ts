import type { UnsavedChanges } from '../shared/services/services.ts';

interface SessionEndOptions {
  unsavedChanges: UnsavedChanges;
  tellHost: () => void;
  /** Navigates to sign-in, unless it is shown already or the page opens without a session. */
  openSignIn: () => Promise<void>;
}

/** Handles the end of the session: the host is notified once, however many calls are refused, and unsaved input is stored. */
export function createSessionEnd({ unsavedChanges, tellHost, openSignIn }: SessionEndOptions) {
  let isTold = false;
  let ends = 0;
  return {
    onExpired: async () => {
      if (!isTold) tellHost();
      isTold = true;
      ends += 1;
      // Stored input is restored after sign-in; only for the rest the user has to be asked.
      if (unsavedChanges.isDirty() && (await unsavedChanges.keep())) unsavedChanges.clear({ isDiscarded: false });
      await openSignIn();
    },
    /** Call it when a call starts, and the returned function once it succeeds: then there is a session again. */
    onCall: () => {
      const before = ends;
      return () => {
        if (ends === before) isTold = false;
      };
    },
  };
}
