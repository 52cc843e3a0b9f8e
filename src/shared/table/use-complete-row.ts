import { startTransition, useEffect, useState } from 'react';
import { whenIdle } from '../ui/lazy/when-idle.ts';

/** The rows that wait for an idle browser; completed together, in one render. */
const waiting = new Set<() => void>();

/** Completes all rows at once, such as when a table is scrolled sideways. */
export function completeRows(): void {
  const all = [...waiting];
  waiting.clear();
  for (const run of all) run();
}

function onceIdle(run: () => void): () => void {
  if (waiting.size === 0) whenIdle(() => startTransition(completeRows));
  waiting.add(run);
  return () => waiting.delete(run);
}

/** False for a row that was mounted with a part of its cells until the browser is idle, so that the others do not delay what is in view. */
export function useCompleteRow(isPart: boolean): boolean {
  const [isWhole, setWhole] = useState(!isPart);
  // Cells that were rendered stay rendered.
  if (!isPart && !isWhole) setWhole(true);
  useEffect(() => (isWhole ? undefined : onceIdle(() => setWhole(true))), [isWhole]);
  return isWhole;
}
