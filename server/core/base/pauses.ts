import { setTimeout as rest } from 'node:timers/promises';

/** A request takes several turns of the event loop: if each waited for an item, it would wait for as many. */
const restMilliseconds = 5;

/** How long work keeps the server from other work, in milliseconds. */
const longest = 10;

/** Creates a function to await between the items of long work: it lets other work run if this has held the server for long. */
export function createPauses(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < longest) return;
    await rest(restMilliseconds);
    began = performance.now();
  };
}

/** Maps items like `map`, and lets other work run between them: a template's rules can take 70 ms for an item. */
export async function mapWithPauses<T, R>(items: readonly T[], map: (item: T, index: number) => R): Promise<R[]> {
  const pause = createPauses();
  const results: R[] = [];
  for (const [index, item] of items.entries()) {
    results.push(map(item, index));
    await pause();
  }
  return results;
}
