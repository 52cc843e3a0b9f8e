import { toJson } from './answer-json.ts';
import { bounds, type KeptAnswer, type KeptAnswers } from './kept-answers.ts';

interface Page {
  answers: readonly KeptAnswer[];
  /** In characters of JSON. */
  size: number;
  at: number;
}

/** The answers of one user, by path; those of all pages are under the empty path. */
interface Slot {
  user: string;
  pages: Map<string, Page>;
}

/** The answers that the mounts of a host's page have in memory, by the name of the mount. */
export interface AnswerSlots {
  get: (mount: string) => Slot | undefined;
  set: (mount: string, slot: Slot) => void;
  delete: (mount: string) => void;
  values: () => Iterable<Slot>;
  clear: () => void;
  /** False for what was left too long ago to be shown; `at` in milliseconds since 1970. */
  isRecent: (at: number) => boolean;
  /** Called when answers are removed because their user may no longer see them. */
  onErased: () => void;
}

/**
 * The answers that the mounts of a name have had from a server for a user, in memory and unencrypted: code of the host cannot reach them.
 * Those of anybody else are removed. Undefined for the user `null`, which is nobody known.
 */
export function openMemoryAnswers(
  slots: AnswerSlots,
  mount: string,
  apiBase: string,
  user: string | null,
): KeptAnswers | undefined {
  const owner = user === null ? null : `${apiBase} ${user}`;
  const before = slots.get(mount);
  slots.delete(mount);
  if (owner === null) return undefined;
  const slot = before?.user === owner ? before : { user: owner, pages: new Map() };
  slots.set(mount, slot);
  return answersOf(slots, mount, slot);
}

function answersOf(slots: AnswerSlots, mount: string, slot: Slot): KeptAnswers {
  const { pages } = slot;
  /** False after the session has ended, and for a user whom another one has replaced. */
  const isOpen = () => slots.get(mount) === slot;
  const set = (path: string, answers: readonly KeptAnswer[]) => {
    const size = toJson(answers).length;
    pages.delete(path);
    if (size > bounds.one) return;
    pages.set(path, { answers, size, at: Date.now() });
    makeRoom(pages);
  };
  const eraseAll = () => {
    for (const other of slots.values()) other.pages.clear();
    slots.onErased();
  };
  return {
    read: async (path) => {
      for (const [other, { at }] of pages) if (!slots.isRecent(at)) pages.delete(other);
      const shared = pages.get('')?.answers ?? [];
      // A page alone would be shown to nobody: the console first needs to know who is there.
      return shared.length > 0 ? [...shared, ...(pages.get(path)?.answers ?? [])] : [];
    },
    write: async (path, { own, shared }) => {
      if (!isOpen()) return;
      if (own.length > 0) set(path, own);
      set('', shared);
    },
    drop: (path) => pages.delete(path),
    leave: (path) => {
      for (const page of [pages.get(''), pages.get(path)]) if (page) page.at = Date.now();
    },
    erase: eraseAll,
    close: () => {
      eraseAll();
      slots.clear();
    },
  };
}

/** Removes the pages that were written first, until the others fit. */
function makeRoom(pages: Map<string, Page>): void {
  let size = [...pages.values()].reduce((sum, page) => sum + page.size, 0);
  for (const [path, page] of pages) {
    if (size <= bounds.all) return;
    pages.delete(path);
    size -= page.size;
  }
}
