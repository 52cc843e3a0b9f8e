import { readStored, writeStored } from '../storage/storage.ts';

/** How long, in milliseconds, a refresh is trusted, so that a wrong clock does not cause one before every call. */
const trustFor = 30_000;

/** The expiry of a server's session, shared by all tabs of the browser. */
export interface StoredExpiry {
  /** Unix seconds; `null` if it is not known. */
  read: () => number | null;
  write: (expiresAt: number | null) => void;
  /** Another tab has ended the session: ignore the stored expiry, which may still be visible here for a moment. */
  drop: () => void;
  /** Somebody has signed in in another tab: use the stored expiry again. */
  restore: () => void;
  /** Another tab has refreshed the session, which storage may not show yet. */
  trust: () => void;
  /** True if a tab has refreshed the session recently; `since` is a `performance.now()` timestamp. */
  isFresh: (since?: number) => boolean;
}

interface Facts {
  /** The expiry where storage is blocked. */
  held: number | null;
  /** What storage showed when another tab ended the session: as long as it shows that, nothing is known. */
  dropped: number | null;
  /** The expiry as it was read last; 0 for none. */
  seen: number;
  /** When a tab was last known to have renewed the session, as `performance.now()` tells it. */
  renewedAt: number;
}

const never = Number.NEGATIVE_INFINITY;

/** Stores the expiry in browser storage, or in memory if storage is blocked. */
export function createStoredExpiry(apiBase: string): StoredExpiry {
  const key = `expires-at:${apiBase}`;
  const stored = () => Number(readStored(key)) || null;
  const facts: Facts = { held: null, dropped: null, seen: stored() ?? 0, renewedAt: never };

  const read = () => {
    const seenNow = stored();
    if (seenNow !== facts.dropped) facts.dropped = null;
    const expiresAt = facts.dropped === null ? (seenNow ?? facts.held) : null;
    // Later than before: another tab has refreshed the session.
    if (expiresAt !== null && expiresAt > facts.seen) facts.renewedAt = performance.now();
    facts.seen = expiresAt ?? 0;
    return expiresAt;
  };
  return {
    read,
    write: (expiresAt) => {
      writeStored(key, expiresAt === null ? null : String(expiresAt));
      facts.held = stored() === expiresAt ? null : expiresAt;
      facts.dropped = null;
      facts.seen = expiresAt ?? 0;
      facts.renewedAt = expiresAt === null ? never : performance.now();
    },
    drop: () => {
      facts.held = null;
      facts.dropped = stored();
      facts.renewedAt = never;
    },
    restore: () => {
      facts.dropped = null;
    },
    trust: () => {
      facts.renewedAt = performance.now();
    },
    isFresh: (since = performance.now() - trustFor) => {
      read();
      return facts.renewedAt > since;
    },
  };
}
