import { listStored, readStoredJson, tryStoring, writeStored } from './storage.ts';

const prefix = 'draft:';

/** What was typed and not saved, kept in this browser so that it outlives a crash. */
export interface KeptDraft {
  /** When it was kept, in milliseconds since 1970. */
  at: number;
  value: unknown;
  /** One that was there before and that nobody has decided about yet. */
  earlier?: KeptDraft;
}

/** The draft under a key; `null` where there is none or it cannot be read. */
export const keptDraft = (key: string): KeptDraft | null => readStoredJson<KeptDraft | null>(prefix + key, null);

/** Keeps a draft under a key; where storage is full, the oldest of the others go. */
export function keepDraft(key: string, draft: KeptDraft): void {
  const text = JSON.stringify(draft);
  if (tryStoring(prefix + key, text)) return;
  for (const other of oldestFirst().filter((other) => other !== prefix + key)) {
    writeStored(other, null);
    if (tryStoring(prefix + key, text)) return;
  }
}

const oldestFirst = (): string[] =>
  listStored(prefix)
    .map((key) => ({ key, at: keptDraft(key.slice(prefix.length))?.at ?? 0 }))
    .sort((a, b) => a.at - b.at)
    .map(({ key }) => key);

/** Forgets the draft under a key. */
export const dropDraft = (key: string): void => void writeStored(prefix + key, null);

/** Forgets the drafts of everybody: somebody signs out of this browser. */
export function dropAllDrafts(): void {
  for (const key of listStored(prefix)) writeStored(key, null);
}
