/** How many problems of one kind a check lists; it counts all of them. */
export const sampled = 1000;

/** The number of problems, and the first of them. */
export const sampleOf = <T>(all: readonly T[]): { count: number; sample: T[] } => ({
  count: all.length,
  sample: all.slice(0, sampled),
});
