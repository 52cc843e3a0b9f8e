/** A random number: its mean and its standard deviation. */
export interface Spread {
  mean: number;
  deviation: number;
}

/** Tries until one is the target. */
export interface TriesUntil extends Spread {
  /** The smallest number of tries in which a share of all players, below 1, has had the target. */
  within: (share: number) => number;
  /** The share of all players who need more than so many tries. */
  after: (tries: number) => number;
}

/** So many tries, of which the target is one with a probability; after `guarantee - 1` tries without it, the next one is the target. */
export interface Tries {
  tries: number;
  /** How likely a try is the target, above 0. */
  target: number;
  /** `null` if there is none. */
  guarantee: number | null;
}

/** What so many tries bring of a result. */
export interface Brought extends Spread {
  atLeastOne: number;
  /** The mean number of tries until it comes; infinite if the guarantee leaves no try for it. */
  until: number;
}

const spread = (mean: number, variance: number): Spread => ({ mean, deviation: Math.sqrt(Math.max(0, variance)) });

/** The probability that none of so many independent tries is what a single one is with this probability. */
const noneOf = (chance: number, tries: number): number => (tries === 0 ? 1 : Math.exp(tries * Math.log1p(-chance)));

/** How many tries it takes until one is the target: exact, also with a guarantee. */
export function triesUntil(target: number, guarantee: number | null): TriesUntil {
  const within = (share: number) => {
    // Logarithms miss a whole number by a rounding.
    const tries = target < 1 ? Math.ceil(Math.log1p(-share) / Math.log1p(-target) - 1e-9) : 1;
    return Math.min(Math.max(tries, 1), guarantee ?? Number.POSITIVE_INFINITY);
  };
  const after = (tries: number) => (guarantee !== null && tries >= guarantee ? 0 : noneOf(target, tries));
  if (guarantee === null) return { ...spread(1 / target, (1 - target) / target ** 2), within, after };
  // Sums of terms above zero lose no digits; the closed form does if the target is rare.
  let [mean, square] = [0, 0];
  for (let tries = 1, open = 1; tries <= guarantee; tries++, open *= 1 - target) {
    mean += open;
    square += (2 * tries - 1) * open;
  }
  return { ...spread(mean, square - mean ** 2), within, after };
}

/**
 * What the tries bring of a result, by the parts of its chance in tries that are the target and in others. The guarantee
 * starts again after each target.
 */
export function broughtBy(plan: Tries): (result: { chance: number; ofTarget: number }) => Brought {
  const { tries, target, guarantee } = plan;
  const hits = guarantee === null ? undefined : hitsWith({ ...plan, guarantee });
  return (result) => {
    const { chance } = result;
    if (!hits || guarantee === null)
      return {
        ...spread(tries * chance, tries * chance * (1 - chance)),
        atLeastOne: 1 - noneOf(chance, tries),
        until: 1 / chance,
      };
    const { ofHit, ofMiss } = partsOf(result, target);
    const mean = hits.mean * ofHit + (tries - hits.mean) * ofMiss;
    const variance =
      hits.mean * ofHit * (1 - ofHit) +
      (tries - hits.mean) * ofMiss * (1 - ofMiss) +
      (ofHit - ofMiss) ** 2 * hits.deviation ** 2;
    const all = { ...plan, guarantee };
    return {
      ...spread(mean, variance),
      atLeastOne: 1 - noneWith(all, ofHit, ofMiss),
      until: untilWith(all, ofHit, ofMiss),
    };
  };
}

/** The share that a result has of so many tries on average; with a guarantee it is not the chance of a single one. */
export function shareBy(plan: Tries): (result: { chance: number; ofTarget: number }) => number {
  const { tries, target, guarantee } = plan;
  if (guarantee === null) return ({ chance }) => chance;
  const hit = hitsWith({ ...plan, guarantee }).mean / tries;
  return (result) => {
    const { ofHit, ofMiss } = partsOf(result, target);
    return hit * ofHit + (1 - hit) * ofMiss;
  };
}

/**
 * How likely a result is in a try that is the target, and in one that is not: the same for each of them, whatever the guarantee
 * has done.
 */
const partsOf = ({ chance, ofTarget }: { chance: number; ofTarget: number }, target: number) => ({
  ofHit: ofTarget / target,
  ofMiss: target < 1 ? (chance - ofTarget) / (1 - target) : 0,
});

type Guaranteed = Tries & { guarantee: number };

/** How many of the tries are the target, with a guarantee. */
function hitsWith({ tries, target, guarantee }: Guaranteed): Spread {
  const forced = noneOf(target, guarantee);
  // How likely the target is at each try, and until then on average. Before the first try the guarantee starts as after a target.
  const at = new Float64Array(tries + 1);
  const until = new Float64Array(tries + 1);
  at[0] = 1;
  for (let index = 1; index <= tries; index++) {
    at[index] = target + (index >= guarantee ? forced * (at[index - guarantee] ?? 0) : 0);
    until[index] = (until[index - 1] ?? 0) + (at[index] ?? 0);
  }
  const mean = until[tries] ?? 0;
  let pairs = 0;
  for (let index = 1; index < tries; index++) pairs += (at[index] ?? 0) * (until[tries - index] ?? 0);
  return spread(mean, mean + 2 * pairs - mean ** 2);
}

/** The mean number of tries until a result comes: those of one run up to the target or the result, over all runs without it. */
function untilWith({ target, guarantee }: Guaranteed, ofHit: number, ofMiss: number): number {
  const miss = (1 - target) * (1 - ofMiss);
  let [tries, found] = [0, 0];
  for (let index = 1, open = 1; index <= guarantee; index++, open *= miss) {
    tries += open;
    found += open * (index < guarantee ? target * ofHit + (1 - target) * ofMiss : ofHit);
  }
  return tries / found;
}

/** The probability that the tries bring nothing of a result, which is so likely in a try that is the target, and in one that is not. */
function noneWith({ tries, target, guarantee }: Guaranteed, ofHit: number, ofMiss: number): number {
  const [hit, miss] = [target * (1 - ofHit), (1 - target) * (1 - ofMiss)];
  const latest = miss ** (guarantee - 1);
  // After so many tries, and the part of it in which the next one is not the guaranteed target; by the tries since the last target.
  const none = new Float64Array(tries + 1);
  none[0] = 1;
  let open = 0;
  for (let index = 1; index <= tries; index++) {
    if (guarantee > 1) {
      const leaving = index >= guarantee ? latest * (none[index - guarantee] ?? 0) : 0;
      open = (none[index - 1] ?? 0) + miss * open - leaving;
    }
    const ended = index >= guarantee ? latest * (1 - ofHit) * (none[index - guarantee] ?? 0) : 0;
    none[index] = hit * open + ended + (index < guarantee ? miss ** index : 0);
    if ((none[index] ?? 0) < Number.EPSILON ** 2) return 0;
  }
  return none[tries] ?? 0;
}
