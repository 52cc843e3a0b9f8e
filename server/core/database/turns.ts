/** Lets one holder after the other proceed, in the order in which they asked. */
export interface Turns {
  /** Resolves when it is the caller’s turn, which lasts until {@link Turns.release}. */
  acquire: () => Promise<void>;
  release: () => void;
}

export function createTurns(): Turns {
  const waiting: (() => void)[] = [];
  let isHeld = false;
  return {
    acquire: () =>
      new Promise((resolve) => {
        if (isHeld) waiting.push(resolve);
        else resolve();
        isHeld = true;
      }),
    release: () => {
      const next = waiting.shift();
      if (next) next();
      else isHeld = false;
    },
  };
}
