/** Asks the user of one console to confirm that it is still them, once for all calls that wait for it. */
export interface Confirmation {
  /** Resolves to false if the user does not confirm it. */
  ask: () => Promise<boolean>;
  isAsking: () => boolean;
  subscribe: (listener: () => void) => () => void;
  /** Ends the question. */
  settle: (isConfirmed: boolean) => void;
}

/** Creates the question of one console, which its dialog answers. */
export function createConfirmation(): Confirmation {
  const listeners = new Set<() => void>();
  let asked: ReturnType<typeof Promise.withResolvers<boolean>> | null = null;
  const become = (next: typeof asked) => {
    asked = next;
    for (const listener of listeners) listener();
  };
  return {
    ask: () => {
      if (!asked) become(Promise.withResolvers<boolean>());
      return asked?.promise ?? Promise.resolve(false);
    },
    isAsking: () => asked !== null,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    settle: (isConfirmed) => {
      asked?.resolve(isConfirmed);
      become(null);
    },
  };
}
