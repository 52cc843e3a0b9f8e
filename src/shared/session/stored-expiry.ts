import { sessionSeconds } from '@quartermaster/contract/session-seconds.ts';
import { readStored, writeStored } from '../storage/storage.ts';

/** How long, in milliseconds, a refresh is trusted, so that a server of shorter sessions does not cause one before every call. */
const trustFor = 30_000;

/** Seconds by which a clock may be ahead and still count as right: the answer took some time to arrive. */
const tolerance = 60;

/** The expiry of a server's session, shared by all tabs of the browser. */
export interface StoredExpiry {
  /** Unix seconds; `null` if it is not known. */
  read: () => number | null;
  /** Stores the expiry of a session that was begun or refreshed just now. */
  write: (expiresAt: number | null) => void;
  /** The time in Unix seconds, without what this computer's clock was ahead of the server's at the last refresh. */
  now: () => number;
  /** Another tab has ended the session: ignore the stored expiry, which may still be visible here for a moment. */
  ignoreStored: () => void;
  /** A user has signed in in another tab: use the stored expiry again. */
  trustStored: () => void;
  /** Another tab has refreshed the session, which storage may not show yet. */
  markFresh: () => void;
  /** True if a tab has refreshed the session recently; `since` is a `performance.now()` timestamp. */
  isFresh: (since?: number) => boolean;
}

interface Facts {
  /** The expiry if storage is blocked. */
  inMemory: number | null;
  /** The stored expiry when another tab ended the session: as long as storage shows it, it counts as missing. */
  ignored: number | null;
  /** The expiry as last read; 0 for none. */
  seen: number;
  /** How many seconds the clock is ahead, if storage is blocked. */
  ahead: number;
  /** When a tab last refreshed the session, as far as this one knows; a `performance.now()` timestamp. */
  refreshedAt: number;
}

const never = Number.NEGATIVE_INFINITY;

/** Stores the expiry in browser storage, or in memory if storage is blocked. */
export function createStoredExpiry(apiBase: string): StoredExpiry {
  const key = `expires-at:${apiBase}`;
  const aheadKey = `clock-ahead:${apiBase}`;
  const stored = () => Number(readStored(key)) || null;
  const facts: Facts = { inMemory: null, ignored: null, seen: stored() ?? 0, ahead: 0, refreshedAt: never };

  /** Another server may have longer sessions, which says nothing about the clock, or shorter ones, which end with a 401 at worst. */
  const compareClocks = (expiresAt: number | null) => {
    const ahead = expiresAt === null ? 0 : Math.round(Date.now() / 1000 - (expiresAt - sessionSeconds));
    facts.ahead = ahead > tolerance ? ahead : 0;
    writeStored(aheadKey, facts.ahead === 0 ? null : String(facts.ahead));
  };

  const read = () => {
    const seenNow = stored();
    if (seenNow !== facts.ignored) facts.ignored = null;
    const expiresAt = facts.ignored === null ? (seenNow ?? facts.inMemory) : null;
    // Later than before: another tab has refreshed the session.
    if (expiresAt !== null && expiresAt > facts.seen) facts.refreshedAt = performance.now();
    facts.seen = expiresAt ?? 0;
    return expiresAt;
  };
  return {
    read,
    write: (expiresAt) => {
      writeStored(key, expiresAt === null ? null : String(expiresAt));
      facts.inMemory = stored() === expiresAt ? null : expiresAt;
      facts.ignored = null;
      facts.seen = expiresAt ?? 0;
      compareClocks(expiresAt);
      facts.refreshedAt = expiresAt === null ? never : performance.now();
    },
    now: () => Date.now() / 1000 - (Number(readStored(aheadKey)) || facts.ahead),
    ignoreStored: () => {
      facts.inMemory = null;
      facts.ignored = stored();
      facts.refreshedAt = never;
    },
    trustStored: () => {
      facts.ignored = null;
    },
    markFresh: () => {
      facts.refreshedAt = performance.now();
    },
    isFresh: (since = performance.now() - trustFor) => {
      read();
      return facts.refreshedAt > since;
    },
  };
}
