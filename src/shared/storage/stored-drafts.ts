import { listStored, readStored, readStoredJson, tryStoring, writeStored } from './storage.ts';

const prefix = 'draft:';

/** So many abandoned drafts of one thing are kept, the newest ones, and for so many milliseconds. */
const bounds = { count: 5, age: 30 * 24 * 60 * 60 * 1000 };

/** What was typed and not saved, kept in this browser so that it outlives a crash. */
export interface StoredDraft {
  /** When it was kept, in milliseconds since 1970. */
  at: number;
  value: unknown;
}

/** A draft whose tab is gone. */
export interface AbandonedDraft extends StoredDraft {
  key: string;
}

/** A key of one's own for a draft of something: two tabs on the same thing keep a draft each. */
export const ownDraftKey = (scope: string): string => `${scope}#${Math.random().toString(36).slice(2)}`;

/** Texts that wait for room, each under its key. */
const waiting = new Map<string, string>();

/**
 * Keeps a draft under a key, and tells whether it is kept. Where storage is full, the oldest drafts of tabs that are gone
 * make room, unless even that is too little.
 */
export async function storeDraft(key: string, { at, value }: StoredDraft): Promise<boolean> {
  const text = JSON.stringify({ at, value });
  waiting.delete(key);
  if (tryStoring(prefix + key, text)) return true;
  waiting.set(key, text);
  const living = await livingLocks();
  // Meanwhile a newer one was kept, or it was forgotten.
  if (waiting.get(key) !== text) return false;
  waiting.delete(key);
  const gone: [key: string, text: string | null][] = [];
  for (const other of newestFirst(prefix).toReversed()) {
    if (other.key === key || living.has(lockOf(other.key))) continue;
    gone.push([other.key, readStored(prefix + other.key)]);
    writeStored(prefix + other.key, null);
    if (tryStoring(prefix + key, text)) return true;
  }
  for (const [other, before] of gone) writeStored(prefix + other, before);
  return false;
}

/**
 * Says that the draft of a key belongs to this page, until the answer is called or the page is gone, be it by a crash. Where
 * the browser has no locks (a page without TLS), every draft counts as abandoned.
 */
export function holdDraft(key: string): () => void {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  void locks()
    ?.request(lockOf(key), () => held)
    .catch(() => undefined);
  return release;
}

/** Drafts of something that belong to no page any more, the newest first; those that are too many or too old are forgotten. */
export async function abandonedDrafts(scope: string): Promise<AbandonedDraft[]> {
  const living = await livingLocks();
  const abandoned = draftsOf(scope).filter(({ key }) => !living.has(lockOf(key)));
  const isGood = ({ at }: AbandonedDraft, place: number) => place < bounds.count && at > Date.now() - bounds.age;
  const good = abandoned.filter(isGood);
  for (const draft of abandoned) if (!good.includes(draft)) dropDraft(draft.key);
  return good;
}

/** Forgets the draft under a key. */
export function dropDraft(key: string): void {
  waiting.delete(key);
  writeStored(prefix + key, null);
}

/** Forgets every draft of something. */
export function dropDraftsOf(scope: string): void {
  for (const { key } of draftsOf(scope)) dropDraft(key);
}

/** Forgets the drafts of everybody: somebody signs out of this browser. */
export function dropAllDrafts(): void {
  waiting.clear();
  for (const key of listStored(prefix)) writeStored(key, null);
}

// Those without a key of a tab were kept by an earlier console.
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
    const { held = [], pending = [] } = (await locks()?.query()) ?? {};
    return new Set([...held, ...pending].map(({ name }) => name));
  } catch {
    // A page that may not use locks.
    return new Set();
  }
}
