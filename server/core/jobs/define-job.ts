/**
 * A job as its module declares it beside its routes: what it is called, what it is told, how it is run, tried again and
 * repeated. `D` is what its handler needs of the server.
 */
export interface Job<T extends object, D> {
  /** Of its queue; jobs of this name that an earlier version has handed in are run by this one. */
  name: string;
  /**
   * Does the work. The signal says that the server stops: the handler ends soon by throwing, and the next start begins the
   * job anew.
   */
  run: (deps: D, data: T, signal: AbortSignal) => Promise<void>;
  /** Told once no further try follows; possibly more than once, so it must not mind. */
  onGivenUp?: (deps: D, data: T, error: unknown) => Promise<void>;
  /** `hours`: what needs somebody else's server is tried for half a day; otherwise a job is given up after a minute. */
  retryFor?: 'hours';
  /** Runs the job with an empty object as data at the start and then every so often, on one of all servers. */
  everySeconds?: number;
  /** How many of the name one server runs at a time (1). */
  concurrency?: number;
  /** Whose job it is: of one group a server runs one at a time, so that the others' do not wait for all of it. */
  groupOf?: (data: T) => string | undefined;
}

/** A job by what it is told, for whoever hands it in. */
export type JobFor<T extends object> = Pick<Job<T, never>, 'name' | 'run'>;
