/** Milliseconds for which a note stays: by then what was written to storage is surely seen in every tab. */
const keptFor = 5000;

const prefixOf = (name: string) => `quartermaster:${name}:`;

const locks = (): LockManager | undefined => navigator.locks as LockManager | undefined;

/**
 * Leaves a word for whoever gets a lock next. Another tab often sees what is written to storage only after it has been given
 * the lock, whereas locks are one list for all tabs: the word is the name of a lock that is held for a while. Resolves once it
 * is there, or where there are no locks, to what takes it back.
 */
export function leaveNote(name: string, word: string): Promise<() => void> {
  return new Promise((resolve) => {
    const hold = () =>
      new Promise<void>((release) => {
        const timer = setTimeout(release, keptFor);
        resolve(() => {
          clearTimeout(timer);
          release();
        });
      });
    const nothing = () => resolve(() => undefined);
    const held = locks()?.request(prefixOf(name) + word, { mode: 'shared' }, hold);
    if (held) held.catch(nothing);
    else nothing();
  });
}

/** The words that were left under a name, in no order; none where there are no locks. */
export async function readNotes(name: string): Promise<string[]> {
  try {
    const { held = [] } = (await locks()?.query()) ?? {};
    const prefix = prefixOf(name);
    return held.flatMap((lock) => (lock.name?.startsWith(prefix) ? [lock.name.slice(prefix.length)] : []));
  } catch {
    // A page without an origin of its own may not use locks.
    return [];
  }
}
