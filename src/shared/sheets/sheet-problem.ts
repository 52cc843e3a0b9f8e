import { numberText } from '@quartermaster/contract/number-text.ts';
import { sheetLimits } from './sheet-limits.ts';

/** A reason why a file is not read, as a sentence for the user. */
export class SheetProblem extends Error {
  override name = 'SheetProblem';
}

/** The refusal of a sheet with more cells than are held in memory. */
export const tooManyCells = (): SheetProblem =>
  new SheetProblem(
    `The sheet has more than ${numberText(sheetLimits.cells)} cells. Split it, or delete the columns that are not needed.`,
  );
