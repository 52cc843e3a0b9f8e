interface Facts {
  /** Random id of the sign-in that this console shows; `null` if nobody is signed in. */
  signIn: string | null;
  /** The last sign-in that ended in another tab: storage may still show it for a moment. */
  endedInOtherTab: string | null;
  /** The session has ended, here or in another tab, and nobody has signed in since. */
  hasEnded: boolean;
  /** Aborted when the session ends, here or in another tab. */
  lifetime: AbortController;
  /** Removes the note with which the other tabs learn of the last refresh. */
  removeNote: () => void;
  isStopped: boolean;
}

/** What a console knows about its session in addition to browser storage, and the events that change it. */
export interface SessionState {
  /** A signal that is aborted when the current session ends. */
  lifetime: () => AbortSignal;
  /** True if the session has ended, here or in another tab, and nobody has signed in since as far as this console knows. */
  hasEnded: () => boolean;
  /** True for the id of a sign-in that this console does not know: it may be another account. */
  isUnknown: (signIn: string) => boolean;
  /** Records a sign-in in this console. */
  begin: (signIn: string) => void;
  /** Adopts the sign-in of another tab; returns a function that undoes this. */
  adopt: (signIn: string) => () => void;
  /** Ends the session in this console. */
  end: () => void;
  /** Records that the session has ended in another tab. */
  endInOtherTab: () => void;
  /** Records a refresh: posts a note for the other tabs, which replaces the previous one. */
  recordRefresh: (postNote: () => Promise<() => void>) => Promise<void>;
  /** Called when the console is removed; the session itself continues. */
  stop: () => void;
  /** Undoes `stop`. */
  resume: () => void;
}

/** The state of a session; `signIn` is the stored id of its sign-in, `null` if there is none. */
export function createSessionState(signIn: string | null): SessionState {
  const facts: Facts = {
    signIn,
    endedInOtherTab: null,
    hasEnded: false,
    lifetime: new AbortController(),
    removeNote: () => undefined,
    isStopped: false,
  };
  const endLifetime = () => {
    facts.hasEnded = true;
    facts.lifetime.abort();
    facts.lifetime = new AbortController();
    facts.removeNote();
  };
  return {
    lifetime: () => facts.lifetime.signal,
    hasEnded: () => facts.hasEnded,
    isUnknown: (other) => other !== facts.signIn && other !== facts.endedInOtherTab,
    begin: (begun) => {
      facts.signIn = begun;
      facts.hasEnded = false;
    },
    adopt: (other) => {
      const { signIn: before, hasEnded } = facts;
      Object.assign(facts, { signIn: other, hasEnded: false });
      return () => Object.assign(facts, { signIn: before, hasEnded });
    },
    end: () => {
      endLifetime();
      facts.signIn = null;
    },
    endInOtherTab: () => {
      endLifetime();
      facts.endedInOtherTab = facts.signIn ?? facts.endedInOtherTab;
      facts.signIn = null;
    },
    recordRefresh: async (postNote) => {
      const { signal } = facts.lifetime;
      facts.removeNote();
      facts.removeNote = await postNote();
      if (facts.isStopped || signal.aborted) facts.removeNote();
    },
    stop: () => {
      facts.isStopped = true;
      facts.removeNote();
    },
    resume: () => {
      facts.isStopped = false;
    },
  };
}
