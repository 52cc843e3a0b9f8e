import type { ImportOutcome } from '@quartermaster/contract/endpoints/imports.ts';

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
