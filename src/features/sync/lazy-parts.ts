import { lazyDialog, lazyPart } from '../../shared/ui/lazy/lazy-part.tsx';

/** The dialog before a sync; not needed for the first render of the list. */
export const SyncDialog = lazyDialog(() => import('./dialog/sync-dialog.tsx').then((m) => m.SyncDialog));

/** Shows a change next to the list; only needed once one is opened. */
export const ChangePanel = lazyPart(() => import('./diff/change-panel.tsx').then((m) => m.ChangePanel));

/** Requests a review of changes. */
export const RequestReviewDialog = lazyDialog(() =>
  import('./reviews/request-review-dialog.tsx').then((m) => m.RequestReviewDialog),
);

/** Plans a release of changes. */
export const PlanReleaseDialog = lazyDialog(() =>
  import('./releases/plan-release-dialog.tsx').then((m) => m.PlanReleaseDialog),
);

/** What past changes did to an item. */
export const ChangeSetPanel = lazyPart(() =>
  import('./change-sets/change-set-panel.tsx').then((m) => m.ChangeSetPanel),
);
