import type { Job } from '../jobs/define-job.ts';
import type { App, Deps } from './deps.ts';

/** Declares a job of a module; `T` is its payload. */
export const defineJob = <T extends object>(job: Job<T, Deps>): Job<T, Deps> => job;

/** What a module adds to the server. */
export interface Module {
  routes: (app: App, deps: Deps) => void | Promise<void>;
  jobs?: readonly Job<never, Deps>[];
}
