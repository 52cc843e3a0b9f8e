import { lazyDialog } from '../../shared/ui/lazy/lazy-part.tsx';

/** Dialogs whose code is not needed for the first render of the dashboard. */
export const NewProjectDialog = lazyDialog(() =>
  import('../../shared/workspaces/new-project-dialog.tsx').then((m) => m.NewProjectDialog),
);

export const NewWorkspaceDialog = lazyDialog(() =>
  import('../../shared/workspaces/new-workspace-dialog.tsx').then((m) => m.NewWorkspaceDialog),
);

export const FeedbackDialog = lazyDialog(() => import('./feedback-dialog.tsx').then((m) => m.FeedbackDialog));
