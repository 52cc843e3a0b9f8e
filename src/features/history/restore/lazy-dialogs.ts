import { lazyDialog } from '../../../shared/ui/lazy/lazy-part.tsx';

/** Asks before a version is restored; only needed once it is opened. */
export const RestoreDialog = lazyDialog(() => import('./restore-dialog.tsx').then((m) => m.RestoreDialog));
