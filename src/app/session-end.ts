import type { UnsavedChanges } from '../shared/services/services.ts';

interface SessionEndOptions {
  unsavedChanges: UnsavedChanges;
  tellHost: () => void;
  /** Leads to the sign-in, unless it is shown already or the page opens without a session. */
  openSignIn: () => Promise<void>;
}

/** What follows when the session has ended: the host is told once, however many calls are refused, and input is stored. */
export function createSessionEnd({ unsavedChanges, tellHost, openSignIn }: SessionEndOptions) {
  let isTold = false;
  let ends = 0;
  return {
    onExpired: async () => {
      if (!isTold) tellHost();
      isTold = true;
      ends += 1;
      // What is stored is restored after the sign-in; only about the rest the user has to be asked.
      if (unsavedChanges.isDirty() && (await unsavedChanges.keep())) unsavedChanges.clear({ isDiscarded: false });
      await openSignIn();
    },
    /** Call at the begin of a call, and what it returns when it is not refused: then the session is there again. */
    onCall: () => {
      const before = ends;
      return () => {
        if (ends === before) isTold = false;
      };
    },
  };
}
