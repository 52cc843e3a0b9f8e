/**
 * A job as declared by its module: name, payload, handler, retries and schedule. `D` are the handler's dependencies.
 */
export interface Job<T extends object, D> {
  /** Name of its queue; jobs that an earlier version enqueued under this name are run too. */
  name: string;
  /**
   * Does the work. The signal is aborted when the server stops: the handler then throws soon, and the next start runs
   * the job again.
   */
  run: (deps: D, data: T, signal: AbortSignal) => Promise<void>;
  /** Called when a job is abandoned: no retry follows. May be called more than once, so it must be idempotent. */
  onGivenUp?: (deps: D, data: T, error: unknown) => Promise<void>;
  /**
   * `hours`: retried for half a day, for work that depends on an external server; without it, for about a minute.
   */
  retryFor?: 'hours';
  /** Runs the job with an empty payload at start and then at this interval, each time on only one of the servers. */
  everySeconds?: number;
  /** With `everySeconds`: asked before each run, which is left out if there is nothing to do. */
  isNeeded?: (deps: D) => Promise<boolean>;
  /** How many jobs of this name a server runs at a time; 1 by default. */
  concurrency?: number;
  /** The group of a job, e.g. its owner: a server runs one job per group at a time, so that other groups need not wait. */
  groupOf?: (data: T) => string | undefined;
}

/** A job identified by its payload type, for callers that enqueue it. */
export type JobFor<T extends object> = Pick<Job<T, never>, 'name' | 'run'>;
