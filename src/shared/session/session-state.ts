interface Facts {
  /** Number of the sign-in that this console shows; `null` where nobody is signed in. */
  signIn: string | null;
  /** The sign-in that ended in another tab last: it may still be seen in storage for a moment. */
  endedElsewhere: string | null;
  /** Ends with the session, wherever that ends. */
  lifetime: AbortController;
  /** Takes back what the other tabs were told of the last renewal. */
  takeNoteBack: () => void;
  isStopped: boolean;
}

/** What a console knows of its session beside what browser storage keeps, and all that can happen to it. */
export interface SessionState {
  /** Is aborted when the session that goes on now ends. */
  lifetime: () => AbortSignal;
  /** True for a sign-in that this console does not know, so that it may be somebody else's. */
  isUnknown: (signIn: string) => boolean;
  /** Somebody signs in here. */
  begin: (signIn: string) => void;
  /** Takes the sign-in of another tab for its own; returns what undoes that. */
  adopt: (signIn: string) => () => void;
  /** The session ends here. */
  end: () => void;
  /** The session has ended in another tab. */
  endElsewhere: () => void;
  /** The session was renewed, which a note tells the other tabs; it replaces the one before. */
  renewed: (postLockNote: () => Promise<() => void>) => Promise<void>;
  /** The console goes, the session stays. */
  stop: () => void;
}

/** The state of a session, of which `signIn` is the number of its sign-in. */
export function createSessionState(signIn: string | null): SessionState {
  const facts: Facts = {
    signIn,
    endedElsewhere: null,
    lifetime: new AbortController(),
    takeNoteBack: () => undefined,
    isStopped: false,
  };
  const endLifetime = () => {
    facts.lifetime.abort();
    facts.lifetime = new AbortController();
    facts.takeNoteBack();
  };
  return {
    lifetime: () => facts.lifetime.signal,
    isUnknown: (other) => other !== facts.signIn && other !== facts.endedElsewhere,
    begin: (begun) => {
      facts.signIn = begun;
    },
    adopt: (other) => {
      const before = facts.signIn;
      facts.signIn = other;
      return () => {
        facts.signIn = before;
      };
    },
    end: () => {
      endLifetime();
      facts.signIn = null;
    },
    endElsewhere: () => {
      endLifetime();
      facts.endedElsewhere = facts.signIn ?? facts.endedElsewhere;
      facts.signIn = null;
    },
    renewed: async (postLockNote) => {
      const { signal } = facts.lifetime;
      facts.takeNoteBack();
      facts.takeNoteBack = await postLockNote();
      if (facts.isStopped || signal.aborted) facts.takeNoteBack();
    },
    stop: () => {
      facts.isStopped = true;
      facts.takeNoteBack();
    },
  };
}
