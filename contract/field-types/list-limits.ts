import { longestText } from './longest-text.ts';

/** Limits of a list of texts or numbers. */
export const listLimits = {
  entries: 1000,
  /** Characters of all its texts together. */
  length: longestText,
} as const;
