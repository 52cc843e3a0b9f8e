import { isWithin } from './router-window.ts';

/** Details of the event that single-spa sends before it switches applications. */
interface RoutingDetail {
  newUrl: string;
  cancelNavigation?: (cancel?: boolean) => void;
}

interface LeaveGuard {
  isDirty: () => boolean;
  setDirty: (isDirty: boolean) => void;
  stop: () => void;
}

const question = 'You have unsaved changes. Leave without saving?';

/**
 * Asks before the host navigates away from our paths with unsaved changes. Inside our paths the console asks in its own
 * dialog; the host's navigation must be answered synchronously, which only the browser's confirm can do.
 */
export function guardLeaving(basename: string): LeaveGuard {
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

  return { isDirty: () => watching, setDirty, stop: () => setDirty(false) };
}
