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

/** Keeps the expiry in browser storage, and in this console alone where storage is blocked. */
export function keepExpiry(apiBase: string): StoredExpiry {
  const key = `expires-at:${apiBase}`;
  const stored = () => Number(readStored(key)) || null;
  let held: number | null = null;
  let dropped: number | null = null;
  let seen = stored() ?? 0;
  let renewedAt = Number.NEGATIVE_INFINITY;

  const read = () => {
    const seenNow = stored();
    if (seenNow !== dropped) dropped = null;
    const expiresAt = dropped === null ? (seenNow ?? held) : null;
    // Later than it was: another tab has renewed it.
    if (expiresAt !== null && expiresAt > seen) renewedAt = performance.now();
    seen = expiresAt ?? 0;
    return expiresAt;
  };
  return {
    read,
    write: (expiresAt) => {
      writeStored(key, expiresAt === null ? null : String(expiresAt));
      held = stored() === expiresAt ? null : expiresAt;
      dropped = null;
      seen = expiresAt ?? 0;
      renewedAt = expiresAt === null ? Number.NEGATIVE_INFINITY : performance.now();
    },
    drop: () => {
      held = null;
      dropped = stored();
      renewedAt = Number.NEGATIVE_INFINITY;
    },
    restore: () => {
      dropped = null;
    },
    trust: () => {
      renewedAt = performance.now();
    },
    isFresh: (since = performance.now() - trustFor) => {
      read();
      return renewedAt > since;
    },
  };
}
