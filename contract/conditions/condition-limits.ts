import { ruleLimits } from '../field-types/rules.ts';

/** Limits on the conditions of a template, so that none can hold up a save or a page. */
export const conditionLimits = {
  /** Length of an expression in UTF-16 code units. */
  expressionLength: ruleLimits.conditionLength,
  /** Nodes of its syntax tree. */
  nodes: 300,
  /** Nesting depth. */
  depth: 32,
  /** Entries of a list or a map that the expression writes out. */
  entries: 100,
  /** Steps of one evaluation, see `countSteps`: some 10 ms. */
  steps: 200_000,
  /** Steps of all evaluations on one item. */
  stepsOfItem: 500_000,
} as const;
