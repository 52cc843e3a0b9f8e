import type { ImportOutcome } from '@quartermaster/contract/endpoints/imports.ts';
import { useState } from 'react';
import type { OutcomeCounts } from './outcomes.ts';

const firstPage: readonly (string | null)[] = [null];

/** Which of the checked rows are shown: of one outcome or all, and from which cursor on. */
export interface RowsWanted {
  outcome: ImportOutcome | undefined;
  cursor: string | null;
}

/** The place in a list of checked rows; without counts, it has no outcomes to choose from. */
export function useRowsPaging(counts: OutcomeCounts | undefined) {
  const urgent = (['refused', 'conflict'] as const).find((outcome) => counts && counts[outcome] > 0);
  const [chosen, setChosen] = useState<ImportOutcome | undefined>(urgent);
  const [cursors, setCursors] = useState(firstPage);
  // After another check, there may be none of an outcome.
  const outcome = chosen && counts && counts[chosen] > 0 ? chosen : undefined;
  const pageQuery: RowsWanted = { outcome, cursor: cursors.at(-1) ?? null };
  return {
    pageQuery,
    isFirst: cursors.length < 2,
    choose: (next: ImportOutcome | undefined) => {
      setChosen(next);
      setCursors(firstPage);
    },
    toPrevious: () => setCursors((before) => before.slice(0, -1)),
    toNext: (cursor: string | null) => setCursors((before) => [...before, cursor]),
  };
}
