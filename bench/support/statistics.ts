/** The value that `share` (0 to 1) of the sorted numbers do not exceed. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * share) - 1))] ?? Number.NaN;
}

/** The median. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  return Number.isInteger(half)
    ? ((sorted[half - 1] ?? Number.NaN) + (sorted[half] ?? Number.NaN)) / 2
    : (sorted[Math.floor(half)] ?? Number.NaN);
}

/** Numbers from 0 to 1 that depend on the seed only, so that both sides get the same requests (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const resamples = 2000;

/**
 * The 95 % bootstrap interval of a figure of rounds: what 95 % of the figures of as many rounds, drawn from these with
 * repetition, lie between. `figure` receives the indexes of the rounds, so that the sides of a round stay together.
 */
export function bootstrapInterval(rounds: number, figure: (drawn: readonly number[]) => number): [number, number] {
  const random = seeded(1);
  const draw = () => Array.from({ length: rounds }, () => Math.floor(random() * rounds));
  const figures = Array.from({ length: resamples }, () => figure(draw())).toSorted((a, b) => a - b);
  return [percentile(figures, 0.025), percentile(figures, 0.975)];
}
