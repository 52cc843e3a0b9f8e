import type { ErrorPhase, HostEvent, HostProps } from '../app/context/host-api.ts';
import type { guardLeaving } from './isolation/leave-guard.ts';
import { randomId } from './random-id.ts';
import type { FlightRecorder } from './recorder/flight-recorder.ts';

/** Sends the events of a mount to its host, and records them. */
export function createHostEvents(
  props: HostProps,
  recorder: FlightRecorder,
  leaving: Pick<ReturnType<typeof guardLeaving>, 'setDirty'>,
) {
  const emit = (event: HostEvent) => {
    if (event.type === 'dirty') leaving.setDirty(event.isDirty);
    recorder.event(event);
    try {
      props.onEvent?.(event.type === 'error' ? { ...event, recent: recorder.entries() } : event);
    } catch (error) {
      // An error in the host's callback is reported, but must not stop the console.
      reportError(error);
    }
  };
  /** Returns the id of the error. */
  const emitError = (phase: ErrorPhase, error: unknown, fatal: boolean, id = randomId()): string => {
    const message = error instanceof Error ? error.message : String(error);
    emit({ type: 'error', phase, fatal, id, message });
    return id;
  };
  return { emit, emitError };
}
