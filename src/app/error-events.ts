import { eventIdOf } from '../shared/http/event-id.ts';
import type { ConsoleProps } from './context/console-props.ts';
import type { ErrorPhase } from './context/host-api.ts';

/** Sends the host an `error` event for a failure that the console shows to its user. */
export type EmitError = (phase: ErrorPhase, error: unknown, id?: string) => void;

export const createErrorEvents =
  (props: ConsoleProps): EmitError =>
  (phase, error, id = eventIdOf(error)) => {
    const message = error instanceof Error ? error.message : String(error);
    props.onEvent({ type: 'error', phase, fatal: false, id, message });
  };
