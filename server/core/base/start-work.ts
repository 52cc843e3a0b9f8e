/** Work that a server does after it has started to listen, and before it is ready. */
export interface StartWork {
  /** Adds work that must not reject; `what` is its description in the response of `/readyz`. */
  add: (what: string, work: Promise<void>) => void;
  /** Descriptions of the work in progress; empty once the server is ready. */
  pending: () => string[];
  /** Resolves once nothing is in progress. */
  done: () => Promise<void>;
}

/** Creates an empty list of a server's work. */
export function createStartWork(): StartWork {
  const open = new Map<Promise<void>, string>();
  return {
    add: (what, work) => {
      const tracked = work.finally(() => open.delete(tracked));
      open.set(tracked, what);
    },
    pending: () => [...open.values()],
    done: async () => void (await Promise.all(open.keys())),
  };
}
