import type { UnsavedChanges } from '../shared/services/services.ts';

interface SessionEndOptions {
  unsavedChanges: UnsavedChanges;
  /** Removes the kept answers, and keeps none of this account from now on. */
  closeKept: () => void;
  /** Called once, however many calls are refused. */
  notifyHost: () => void;
  /** Navigates to sign-in, unless it is shown already or the page opens without a session; `isKept` if unsaved input was stored. */
  openSignIn: (input: { isKept: boolean }) => Promise<void>;
}

/** Handles the end of the session: notifies the host, stores unsaved input and opens the sign-in. */
export function createSessionEnd({ unsavedChanges, closeKept, notifyHost, openSignIn }: SessionEndOptions) {
  let isNotified = false;
  let ends = 0;
  return {
    onExpired: async () => {
      closeKept();
      if (!isNotified) notifyHost();
      isNotified = true;
      ends += 1;
      // Stored input is restored after sign-in; only for the rest a confirmation is needed.
      const isKept = unsavedChanges.isDirty() && (await unsavedChanges.keep());
      if (isKept) unsavedChanges.clear({ isDiscarded: false });
      await openSignIn({ isKept });
    },
    /** Called when a call starts; the returned function once it succeeds, which proves that there is a session again. */
    onCall: () => {
      const before = ends;
      return () => {
        if (ends === before) isNotified = false;
      };
    },
  };
}
