/** How long a note is kept, in milliseconds: after this time every tab sees what was written to storage. */
const keptFor = 5000;

const prefixOf = (name: string) => `quartermaster:${name}:`;

const locks = (): LockManager | undefined => navigator.locks as LockManager | undefined;

/**
 * Leaves a note for the next holder of a lock. Another tab often sees a write to storage only after it has acquired the lock,
 * whereas all tabs share one list of locks: the note is the name of a lock that is held for a while. Resolves once it is
 * held, or immediately if the browser has no locks, to a function that removes the note.
 */
export function postLockNote(name: string, text: string): Promise<() => void> {
  return new Promise((resolve) => {
    const hold = () =>
      new Promise<void>((release) => {
        const timer = setTimeout(release, keptFor);
        resolve(() => {
          clearTimeout(timer);
          release();
        });
      });
    const resolveWithoutNote = () => resolve(() => undefined);
    const requested = locks()?.request(prefixOf(name) + text, { mode: 'shared' }, hold);
    if (requested) requested.catch(resolveWithoutNote);
    else resolveWithoutNote();
  });
}

/** The notes left under a name, in no particular order; none if the browser has no locks. */
export async function readNotes(name: string): Promise<string[]> {
  try {
    const { held: locked = [] } = (await locks()?.query()) ?? {};
    const prefix = prefixOf(name);
    return locked.flatMap((lock) => (lock.name?.startsWith(prefix) ? [lock.name.slice(prefix.length)] : []));
  } catch {
    // Pages with an opaque origin may not use locks.
    return [];
  }
}
