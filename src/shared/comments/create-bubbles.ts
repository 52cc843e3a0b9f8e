import type { Bubbles } from './bubbles.ts';
import type { PlaceCount } from './comment-spot.ts';

/** Creates the comments at the fields of one form; `open` shows those of a spot. */
export function createBubbles(open: (spot: string) => void): Bubbles {
  const listeners = new Set<() => void>();
  let near: string | undefined;
  let counts: ReadonlyMap<string, PlaceCount> = new Map();
  let folded: ReadonlyMap<string, PlaceCount> = new Map();
  const notify = () => {
    for (const listener of [...listeners]) listener();
  };
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    countAt: (spot, isFolded) => (isFolded ? folded : counts).get(spot),
    isNear: (name) => near === name,
    setNear: (name) => {
      if (name === near) return;
      near = name;
      notify();
    },
    setCounts: (next) => {
      counts = next;
      folded = withInner(next);
      notify();
    },
    open,
  };
}

/** Counts to which those of the fields in rows are added, for each group around them. */
function withInner(counts: ReadonlyMap<string, PlaceCount>): ReadonlyMap<string, PlaceCount> {
  const sums = new Map<string, PlaceCount>();
  for (const [spot, count] of counts) {
    const parts = spot.split('.');
    for (let length = parts.length; length > 0; length -= 2) {
      const around = parts.slice(0, length).join('.');
      const { open = 0, isUnread = false } = sums.get(around) ?? {};
      sums.set(around, { open: open + count.open, isUnread: isUnread || count.isUnread });
    }
  }
  return sums;
}
