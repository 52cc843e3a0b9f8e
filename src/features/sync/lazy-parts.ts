import { lazyPart } from '../../shared/ui/lazy/lazy-part.tsx';

/** Asks before a sync; not needed for the first render of the list. */
export const SyncDialog = lazyPart(() => import('./dialog/sync-dialog.tsx').then((m) => m.SyncDialog));

/** Shows a change beside the list; only needed once one is opened. */
export const ChangePanel = lazyPart(() => import('./diff/change-panel.tsx').then((m) => m.ChangePanel));

/** Asks others to sync changes. */
export const RequestReviewDialog = lazyPart(() =>
  import('./reviews/request-review-dialog.tsx').then((m) => m.RequestReviewDialog),
);
