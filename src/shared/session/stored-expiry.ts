import { readStored, writeStored } from '../storage/storage.ts';

/** Milliseconds for which a fresh renewal is trusted, so that a wrong clock does not renew before every call. */
const trustFor = 30_000;

/** When the session of a server ends, as all tabs of the browser know it. */
export interface StoredExpiry {
  /** Unix seconds; `null` where nothing is known. */
  read: () => number | null;
  write: (expiresAt: number | null) => void;
  /** Another tab has ended the session, and has taken away what is stored, which may still be seen here for a moment. */
  drop: () => void;
  /** Somebody has signed in elsewhere: what is stored counts again. */
  restore: () => void;
  /** Another tab has renewed the session, which may not be seen in storage yet. */
  trust: () => void;
  /** True where a tab has renewed the session a moment ago; `since` is a moment of `performance.now()`. */
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

/** Keeps the expiry in browser storage, and in this console alone where storage is blocked. */
export function keepExpiry(apiBase: string): StoredExpiry {
  const key = `expires-at:${apiBase}`;
  const stored = () => Number(readStored(key)) || null;
  const facts: Facts = { held: null, dropped: null, seen: stored() ?? 0, renewedAt: never };

  const read = () => {
    const seenNow = stored();
    if (seenNow !== facts.dropped) facts.dropped = null;
    const expiresAt = facts.dropped === null ? (seenNow ?? facts.held) : null;
    // Later than it was: another tab has renewed it.
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
