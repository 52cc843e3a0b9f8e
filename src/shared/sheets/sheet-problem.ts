/** A reason why a file is not read, as a sentence for the user. */
export class SheetProblem extends Error {
  override name = 'SheetProblem';
}
