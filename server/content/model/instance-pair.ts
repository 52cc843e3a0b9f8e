import type { Environment } from '@quartermaster/contract/access.ts';

/** An instance by its id and environment. */
export interface Place {
  id: number;
  env: Environment;
}

/** Two instances of a project: changes move from `source` to `target`. */
export interface Pair {
  source: Place;
  target: Place;
}
