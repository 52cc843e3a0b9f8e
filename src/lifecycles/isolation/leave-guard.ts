import { isWithin } from './router-window.ts';

/** What single-spa tells before it changes applications. */
interface RoutingDetail {
  newUrl: string;
  cancelNavigation?: (cancel?: boolean) => void;
}

const question = 'You have unsaved changes. Leave without saving?';

/**
 * Asks before the host leaves our addresses while something is unsaved. Inside our addresses the console asks in its own
 * way; the host's navigation has to be answered at once, which only the browser's own question can do.
 */
export function guardLeaving(basename: string): { setDirty: (isDirty: boolean) => void; stop: () => void } {
  let watching = false;

  const onRouting = (event: Event) => {
    const { newUrl, cancelNavigation } = (event as CustomEvent<RoutingDetail>).detail;
    if (isWithin(new URL(newUrl, location.href).pathname, basename)) return;
    if (!window.confirm(question)) cancelNavigation?.();
  };

  const setDirty = (isDirty: boolean) => {
    if (isDirty === watching) return;
    watching = isDirty;
    if (isDirty) window.addEventListener('single-spa:before-routing-event', onRouting);
    else window.removeEventListener('single-spa:before-routing-event', onRouting);
  };

  return { setDirty, stop: () => setDirty(false) };
}
