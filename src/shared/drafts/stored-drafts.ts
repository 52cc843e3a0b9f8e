import { dropStored, listStored, readStored, readStoredJson, tryWriteStored, writeStored } from '../storage/storage.ts';
import { dropKeptAnswers } from '../stored-answers/device-answers.ts';

const prefix = 'draft:';

/** Limits for abandoned drafts per scope: the newest ones are retained, up to this age in milliseconds. */
const bounds = { count: 5, age: 30 * 24 * 60 * 60 * 1000 };

/** Unsaved input, stored in this browser so that it survives a crash. */
export interface StoredDraft {
  /** When it was stored, in milliseconds since 1970. */
  at: number;
  value: unknown;
}

/** A draft whose tab no longer exists. */
export interface AbandonedDraft extends StoredDraft {
  key: string;
}

/** A unique key for a draft, so that two tabs editing the same thing store separate drafts. */
export const ownDraftKey = (scope: string): string => `${scope}#${Math.random().toString(36).slice(2)}`;

/** Drafts that wait for storage space, by key. */
const waiting = new Map<string, string>();

/**
 * Stores a draft under a key, and returns whether it succeeded. If storage is full, kept answers are removed, then
 * the oldest drafts of closed tabs, unless that does not free enough space.
 */
export async function storeDraft(key: string, { at, value }: StoredDraft): Promise<boolean> {
  const text = JSON.stringify({ at, value });
  waiting.delete(key);
  if (tryWriteStored(prefix + key, text)) return true;
  if (dropKeptAnswers() && tryWriteStored(prefix + key, text)) return true;
  waiting.set(key, text);
  const living = await livingLocks();
  // Superseded by a newer draft, or deleted, in the meantime.
  if (waiting.get(key) !== text) return false;
  waiting.delete(key);
  const deleted: [key: string, text: string | null][] = [];
  for (const other of newestFirst(prefix).toReversed()) {
    if (other.key === key || living.has(lockOf(other.key))) continue;
    deleted.push([other.key, readStored(prefix + other.key)]);
    writeStored(prefix + other.key, null);
    if (tryWriteStored(prefix + key, text)) return true;
  }
  for (const [other, before] of deleted) writeStored(prefix + other, before);
  return false;
}

/**
 * Marks the draft of a key as belonging to this page, until the returned function is called or the page is closed or
 * crashes. Without the Web Locks API (an insecure origin), every draft counts as abandoned.
 */
export function claimDraft(key: string): () => void {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  void locks()
    ?.request(lockOf(key), () => released)
    .catch(() => undefined);
  return release;
}

/** Drafts of a scope that belong to no open page, newest first; surplus and old ones are deleted. */
export async function abandonedDrafts(scope: string): Promise<AbandonedDraft[]> {
  const living = await livingLocks();
  const abandoned = draftsOf(scope).filter(({ key }) => !living.has(lockOf(key)));
  const isGood = ({ at }: AbandonedDraft, index: number) => index < bounds.count && at > Date.now() - bounds.age;
  const good = abandoned.filter(isGood);
  for (const draft of abandoned) if (!good.includes(draft)) dropDraft(draft.key);
  return good;
}

/** Keys of drafts whose users are sent to sign-in, and back. */
const returning = new Set<string>();

/** Marks a draft to be restored without asking once its user is back. */
export const expectReturn = (key: string): void => void returning.add(key);

/** True, once, for a draft whose user was sent to sign-in. */
export const isReturn = (key: string): boolean => returning.delete(key);

/** Deletes the draft under a key. */
export function dropDraft(key: string): void {
  waiting.delete(key);
  writeStored(prefix + key, null);
}

/** Deletes all drafts of a scope. */
export function dropDraftsOf(scope: string): void {
  for (const { key } of draftsOf(scope)) dropDraft(key);
}

/** True if this browser stores a draft, of any tab, open or closed. */
export const hasDrafts = (): boolean => listStored(prefix).length > 0;

/** Deletes all drafts of all users, when a user signs out in this browser. */
export function dropAllDrafts(): void {
  waiting.clear();
  returning.clear();
  dropStored(prefix);
}

// Earlier versions of the console stored drafts without a tab key.
const draftsOf = (scope: string): AbandonedDraft[] =>
  newestFirst(prefix + scope).filter(({ key }) => key === scope || key.startsWith(`${scope}#`));

const newestFirst = (start: string): AbandonedDraft[] =>
  listStored(start)
    .map((stored) => stored.slice(prefix.length))
    .map((key) => ({ at: 0, value: null, ...readStoredJson<StoredDraft | null>(prefix + key, null), key }))
    .sort((a, b) => b.at - a.at);

const lockOf = (key: string) => `quartermaster:${prefix}${key}`;

const locks = (): LockManager | undefined => ('locks' in navigator ? navigator.locks : undefined);

async function livingLocks(): Promise<Set<string | undefined>> {
  try {
    const { held: locked = [], pending = [] } = (await locks()?.query()) ?? {};
    return new Set([...locked, ...pending].map(({ name }) => name));
  } catch {
    // The page may not use locks.
    return new Set();
  }
}
