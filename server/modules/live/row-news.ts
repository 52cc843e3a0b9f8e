import type { Change } from '../../core/events/news.ts';

/** The least time between two messages about the same rows, in milliseconds: a job writes its progress far more often. */
const toldEvery = 1000;

/** How long news that was told is kept for those who join, in milliseconds, and how much of it. */
const keptFor = 60_000;
const mostKept = 1000;

const keyOf = ({ topic, scope, id }: Change): string => `${topic} ${scope} ${id}`;

/** Changed rows that readers are told of: at once, then about once a second. Access is never delayed. */
export function createRowNews(ask: () => void) {
  const due = new Map<string, Change>();
  /** When each was told last. */
  const last = new Map<string, number>();
  /** Told news, the latest last, with the position of the events at that time. */
  const told = new Map<string, { change: Change; position: number; at: number }>();
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
    /** Keeps what was told, for {@link since}. */
    keep: (changes: readonly Change[], position: number) => {
      const at = performance.now();
      for (const change of changes) {
        const key = keyOf(change);
        told.delete(key);
        told.set(key, { change, position, at });
      }
      for (const [key, one] of told) {
        if (told.size <= mostKept && at - one.at < keptFor) break;
        told.delete(key);
      }
    },
    /** What was told since the events were at a position, and perhaps some of what was told before. */
    since: (position: number): Change[] =>
      [...told.values()].filter((one) => one.position >= position).map(({ change }) => change),
    stop: () => {
      clearTimeout(timer);
      due.clear();
      told.clear();
    },
  };
}
