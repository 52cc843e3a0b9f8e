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

/** Stores the expiry in browser storage, or in memory if storage is blocked. */
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
    // Later than before: another tab has refreshed the session.
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
