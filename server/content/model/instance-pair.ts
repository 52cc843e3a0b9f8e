import type { Environment } from '@quartermaster/contract/access.ts';
import type { InstanceCaller } from '../../core/session/access.ts';

/** An instance by its id and environment. */
export interface Place {
  id: number;
  env: Environment;
  /** False if no webhook is asked before its items are saved; it is looked up if omitted. */
  hasChecks?: boolean;
}

/** The instance of a caller, as a place that changes are made in. */
export const toPlace = ({ instanceId, grants, hasChecks }: InstanceCaller): Place => ({
  id: instanceId,
  env: grants.env ?? 'Dev',
  hasChecks,
});

/** Two instances of a project: changes move from `source` to `target`. */
export interface Pair {
  source: Place;
  target: Place;
}
