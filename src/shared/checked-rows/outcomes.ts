import type { Import, ImportOutcome } from '@quartermaster/contract/endpoints/imports.ts';

/** How many rows of each outcome there are. */
export type OutcomeCounts = Import['counts'];

/** The names of what happens to a row. */
export const outcomeNames: Readonly<Record<ImportOutcome, string>> = {
  added: 'Added',
  changed: 'Changed',
  unchanged: 'Unchanged',
  conflict: 'Conflict',
  refused: 'Refused',
};

/** The outcomes, in the order in which they are shown. */
export const outcomes = Object.keys(outcomeNames) as ImportOutcome[];
