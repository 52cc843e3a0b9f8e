import type { Change } from '../../core/events/news.ts';

/** The least time between two messages about the same rows, in milliseconds: a job writes its progress far more often. */
const toldEvery = 1000;

const keyOf = ({ topic, scope, id }: Change): string => `${topic} ${scope} ${id}`;

/** Changed rows that readers are told of: at once, then about once a second. Access is never delayed. */
export function createRowNews(ask: () => void) {
  const due = new Map<string, Change>();
  /** When each was told last. */
  const last = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;

  return {
    add: (change: Change) => void due.set(keyOf(change), change),
    /** Takes those whose time has come, and asks for another turn for the others. */
    take: (): Change[] => {
      const now = performance.now();
      for (const [key, at] of last) if (now - at >= toldEvery) last.delete(key);
      const taken = [...due].filter(([key, { topic }]) => topic === 'access' || !last.has(key));
      for (const [key] of taken) {
        due.delete(key);
        last.set(key, now);
      }
      clearTimeout(timer);
      if (due.size > 0) timer = setTimeout(ask, toldEvery).unref();
      return taken.map(([, change]) => change);
    },
    /** Puts back what could not be told. */
    putBack: (changes: readonly Change[]) => {
      for (const change of changes) {
        last.delete(keyOf(change));
        due.set(keyOf(change), change);
      }
    },
    stop: () => {
      clearTimeout(timer);
      due.clear();
    },
  };
}
