import { readStored, writeStored } from '../storage/storage.ts';

/** How long, in milliseconds, a refresh is trusted, so that a wrong clock does not cause one before every call. */
const trustFor = 30_000;

/** The expiry of a server's session, shared by all tabs of the browser. */
export interface StoredExpiry {
  /** Unix seconds; `null` if it is not known. */
  read: () => number | null;
  write: (expiresAt: number | null) => void;
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
  /** When a tab last refreshed the session, as far as this one knows; a `performance.now()` timestamp. */
  refreshedAt: number;
}

const never = Number.NEGATIVE_INFINITY;

/** Stores the expiry in browser storage, or in memory if storage is blocked. */
export function createStoredExpiry(apiBase: string): StoredExpiry {
  const key = `expires-at:${apiBase}`;
  const stored = () => Number(readStored(key)) || null;
  const facts: Facts = { inMemory: null, ignored: null, seen: stored() ?? 0, refreshedAt: never };

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
      facts.refreshedAt = expiresAt === null ? never : performance.now();
    },
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
