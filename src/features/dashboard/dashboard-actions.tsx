import { Button } from '@mantine/core';
import { useState } from 'react';
import type { InstanceContext } from '../../shared/access/instance-context.ts';
import { useWorkspacesWithRole } from '../../shared/access/workspaces-with-role.ts';
import { UpgradeButton } from '../../shared/billing/upgrade-button.tsx';
import { IconPlus } from '../../shared/ui/icons/plus.ts';
import { useHasOpened } from '../../shared/ui/lazy/use-has-opened.ts';
import { ActionsSpace } from '../../shared/ui/page/page-header.tsx';
import { texts } from '../../shared/ui/texts.ts';
import { useNewProject } from '../../shared/workspaces/use-new-project.ts';
import { FeedbackDialog, NewProjectDialog } from './lazy-dialogs.ts';

/** "Send feedback" for everyone, "New project" for owners and admins of the active workspace. */
export function DashboardActions({ context }: { context: InstanceContext | null }) {
  const workspaces = useWorkspacesWithRole();
  const here = context ? (workspaces?.filter(({ id }) => id === context.workspace.id) ?? null) : workspaces;
  const { refusal } = useNewProject(here);
  const upgraded = here?.find(({ role }) => role === 'owner') ?? here?.[0];
  const [dialog, setDialog] = useState<'project' | 'feedback' | null>(null);
  const close = () => setDialog(null);
  const isProjectMounted = useHasOpened(dialog === 'project');
  const isFeedbackMounted = useHasOpened(dialog === 'feedback');
  // Render both buttons at once so that none shifts under the pointer.
  if (refusal === 'unknown') return <ActionsSpace width={290} />;
  return (
    <>
      <Button variant="default" onClick={() => setDialog('feedback')}>
        Send feedback
      </Button>
      {refusal === null && (
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setDialog('project')}>
          {texts.newProject}
        </Button>
      )}
      {refusal === 'plan' && upgraded && (
        <UpgradeButton label={texts.newProject} feature="createProjects" workspace={upgraded} />
      )}
      {isProjectMounted && (
        <NewProjectDialog opened={dialog === 'project'} onClose={close} workspaceId={context?.workspace.id} />
      )}
      {isFeedbackMounted && <FeedbackDialog opened={dialog === 'feedback'} onClose={close} />}
    </>
  );
}
