/** An invalid prop, described in one sentence for the host's developers. */
export interface PropProblem {
  prop: string;
  sentence: string;
}
