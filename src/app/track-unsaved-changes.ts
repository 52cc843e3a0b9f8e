import type { UnsavedChanges } from '../shared/services/services.ts';
import { createUnsavedChanges } from '../shared/services/unsaved-changes.ts';
import { fetchLateCode } from '../shared/ui/lazy/late-code.ts';
import type { ConsoleProps } from './context/console-props.ts';
import { watchUnload } from './watch-unload.ts';

/** The unsaved changes of a console, which the browser and the host are informed about. */
export function trackUnsavedChanges(props: ConsoleProps): { unsavedChanges: UnsavedChanges; stop: () => void } {
  const unload = watchUnload(props.routerWindow);
  const unsavedChanges = createUnsavedChanges((isDirty) => {
    unload.set(isDirty);
    // The dialog about unsaved changes must be loaded before the server becomes unreachable.
    if (isDirty) void fetchLateCode();
    props.onEvent({ type: 'dirty', isDirty });
  });
  return { unsavedChanges, stop: () => unload.set(false) };
}
