/** One of two conflicting versions. */
export type ConflictSide = 'theirs' | 'mine';

/** A difference between the two versions. */
export interface ConflictDifference {
  /** Unique among the differences. */
  id: string;
  name: string;
  /** The initial choice: the side that has changed it; if both have, nothing is chosen in the dialog of a conflict. */
  likely: ConflictSide;
  /** True if both have changed it, so that a choice loses something; undefined if that is not known. */
  isBoth?: boolean;
}

/** The differences, those that both have changed first. */
export const bothFirst = <D extends ConflictDifference>(differences: readonly D[]): D[] => [
  ...differences.filter(({ isBoth }) => isBoth),
  ...differences.filter(({ isBoth }) => !isBoth),
];
