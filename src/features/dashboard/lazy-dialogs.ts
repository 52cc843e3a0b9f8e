import { lazyPart } from '../../shared/ui/lazy/lazy-part.tsx';

/** Dialogs whose code is not needed for the first render of the dashboard. */
export const NewProjectDialog = lazyPart(() =>
  import('../../shared/workspaces/new-project-dialog.tsx').then((m) => m.NewProjectDialog),
);

export const NewWorkspaceDialog = lazyPart(() =>
  import('../../shared/workspaces/new-workspace-dialog.tsx').then((m) => m.NewWorkspaceDialog),
);

export const FeedbackDialog = lazyPart(() => import('./feedback-dialog.tsx').then((m) => m.FeedbackDialog));
