import { latePart } from '../../shared/ui/late/late-part.tsx';

/** Dialogs of the dashboard, whose code is not needed to paint it. */
export const NewProjectDialog = latePart(() =>
  import('../../shared/workspaces/new-project-dialog.tsx').then((m) => m.NewProjectDialog),
);

export const NewWorkspaceDialog = latePart(() =>
  import('../../shared/workspaces/new-workspace-dialog.tsx').then((m) => m.NewWorkspaceDialog),
);

export const FeedbackDialog = latePart(() => import('./feedback-dialog.tsx').then((m) => m.FeedbackDialog));
