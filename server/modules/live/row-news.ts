import type { Change } from '../../core/events/news.ts';

/** The least time between two messages about the same rows, in milliseconds: a job writes its progress far more often. */
const minInterval = 1000;

/** How long sent news is retained for readers who join, in milliseconds, and how much of it. */
const retention = 60_000;
const maxRetained = 1000;

const keyOf = ({ topic, scope, id }: Change): string => `${topic} ${scope} ${id}`;

/** Changed rows that are sent to readers: at once, then about once a second. Access is never delayed. */
export function createRowNews(ask: () => void) {
  const due = new Map<string, Change>();
  /** When each was sent last. */
  const last = new Map<string, number>();
  /** Sent news, the latest last, with the position of the events at that time. */
  const sent = new Map<string, { change: Change; position: number; at: number }>();
  /** The position since which no news was missed; infinite while there is none. */
  let completeSince = Number.POSITIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;

  return {
    add: (change: Change) => void due.set(keyOf(change), change),
    /** Takes those whose time has come, and asks for another turn for the others. */
    take: (): Change[] => {
      const now = performance.now();
      for (const [key, at] of last) if (now - at >= minInterval) last.delete(key);
      const taken = [...due].filter(([key, { topic }]) => topic === 'access' || !last.has(key));
      for (const [key] of taken) {
        due.delete(key);
        last.set(key, now);
      }
      clearTimeout(timer);
      if (due.size > 0) timer = setTimeout(ask, minInterval).unref();
      return taken.map(([, change]) => change);
    },
    /** Puts back what could not be sent. */
    putBack: (changes: readonly Change[]) => {
      for (const change of changes) {
        last.delete(keyOf(change));
        due.set(keyOf(change), change);
      }
    },
    /** Retains what was sent, for {@link since}. */
    retain: (changes: readonly Change[], position: number) => {
      const at = performance.now();
      for (const change of changes) {
        const key = keyOf(change);
        sent.delete(key);
        sent.set(key, { change, position, at });
      }
      for (const [key, one] of sent) {
        if (sent.size <= maxRetained && at - one.at < retention) break;
        sent.delete(key);
        completeSince = Math.max(completeSince, one.position);
      }
    },
    /** Called when all news since a position is known. */
    noteComplete: (position: number) => {
      completeSince = Math.min(completeSince, position);
    },
    /** Called when news may have been missed. */
    noteMissed: () => {
      completeSince = Number.POSITIVE_INFINITY;
    },
    /**
     * What was sent since the events were at a position, and perhaps some of what was sent before; undefined if news may be missing, as
     * this server has not listened since then.
     */
    since: (position: number): Change[] | undefined =>
      position < completeSince
        ? undefined
        : [...sent.values()].filter((one) => one.position >= position).map(({ change }) => change),
    stop: () => {
      clearTimeout(timer);
      due.clear();
      sent.clear();
      completeSince = Number.POSITIVE_INFINITY;
    },
  };
}

/** News of changed rows. */
export type RowNews = ReturnType<typeof createRowNews>;
