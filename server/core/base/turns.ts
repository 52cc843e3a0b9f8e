import { AppError } from './errors.ts';

/** Limits on how much work of a kind one process accepts. */
export interface TurnLimits {
  /** How many run at the same time. */
  atOnce: number;
  /** How many wait for their turn, any number by default; more are refused with 503. */
  waiting?: number;
  /** How many of one key run or wait, any number by default; more are refused with 429. */
  ofOne?: number;
  /** The message of a refusal; by default that of its error. */
  message?: string;
}

/** Runs work in turn, in the order of the calls; work whose signal is aborted before its turn is dropped. */
export type Turns = <T>(work: () => Promise<T>, options?: { key?: number; signal?: AbortSignal }) => Promise<T>;

/** Seconds after which a refused caller may try again. */
const retryAfter = 2;

/** Bounds how much work, such as hashing or comparing whole instances, one process does at once and queues. */
export function createTurns({
  atOnce,
  waiting = Number.POSITIVE_INFINITY,
  ofOne = Number.POSITIVE_INFINITY,
  message,
}: TurnLimits): Turns {
  const text = message === undefined ? {} : { message };
  const queue: (() => void)[] = [];
  const known = new Map<number, number>();
  let running = 0;

  const turn = async (signal: AbortSignal | undefined) => {
    if (running < atOnce) {
      running += 1;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      const index = queue.indexOf(resolve);
      if (index < 0) return;
      queue.splice(index, 1);
      reject(new AppError('unavailable', text));
    };
    queue.push(resolve);
    if (signal?.aborted) leave();
    signal?.addEventListener('abort', leave, { once: true });
    await promise;
    signal?.removeEventListener('abort', leave);
  };
  // Handed over directly, so that no later caller gets in between.
  const passOn = () => {
    const next = queue.shift();
    if (next) next();
    else running -= 1;
  };

  return async (work, { key = 0, signal } = {}) => {
    const count = known.get(key) ?? 0;
    if (count >= ofOne) throw new AppError('rate_limit', { ...text, retryAfter });
    if (running >= atOnce && queue.length >= waiting) throw new AppError('unavailable', { ...text, retryAfter });
    known.set(key, count + 1);
    try {
      await turn(signal);
      try {
        return await work();
      } finally {
        passOn();
      }
    } finally {
      const left = (known.get(key) ?? 1) - 1;
      if (left > 0) known.set(key, left);
      else known.delete(key);
    }
  };
}

/** Runs work in turns of its own for each key. */
export type KeyedTurns = <T>(key: number, work: () => Promise<T>) => Promise<T>;

/** Bounds the work of each key on its own, and forgets keys without any. */
export function createKeyedTurns(limits: TurnLimits): KeyedTurns {
  const known = new Map<number, { turns: Turns; count: number }>();
  return async (key, work) => {
    const entry = known.get(key) ?? { turns: createTurns(limits), count: 0 };
    known.set(key, entry);
    entry.count += 1;
    try {
      return await entry.turns(work);
    } finally {
      entry.count -= 1;
      if (entry.count === 0) known.delete(key);
    }
  };
}
