import { Button, Text } from '@mantine/core';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { Can } from '../../shared/access/can.tsx';
import type { InstanceContext } from '../../shared/access/instance-context.ts';
import { isManager, useWorkspacesWithRole, type WorkspaceWithRole } from '../../shared/access/workspaces-with-role.ts';
import { instanceSwitcherPlaceAtom } from '../../shared/services/chrome.ts';
import { useHasOpened } from '../../shared/ui/lazy/use-has-opened.ts';
import { texts } from '../../shared/ui/texts.ts';
import { useNewProject } from '../../shared/workspaces/use-new-project.ts';
import { FirstSteps } from './first-steps.tsx';
import { NewProjectDialog, NewWorkspaceDialog } from './lazy-dialogs.ts';
import { OnboardingCard } from './onboarding-card.tsx';
import { accountSteps, Steps } from './steps.tsx';

/** The next step for users who have no workspace, project or template yet; renders nothing until that is known. */
export function Onboarding({ context }: { context: InstanceContext | null }) {
  const workspaces = useWorkspacesWithRole();
  const switcherPlace = useAtomValue(instanceSwitcherPlaceAtom);
  if (!workspaces) return null;
  if (workspaces.length === 0) return <FirstWorkspace />;
  if (workspaces.some(({ projects }) => projects.length > 0)) {
    if (context)
      return (
        <Can do={templates.save}>
          <FirstSteps />
        </Can>
      );
    return <Text mb="lg">Choose an instance {switcherPlace} to see its templates.</Text>;
  }
  if (workspaces.some(isManager)) return <FirstProject workspaces={workspaces} />;
  return <Text mb="lg">You haven’t been added to any projects yet. Please contact your admin for access.</Text>;
}

function FirstWorkspace() {
  const [isOpen, setOpen] = useState(false);
  const isMounted = useHasOpened(isOpen);
  return (
    <OnboardingCard
      title="Set up your workspace"
      text="A workspace holds your team and your projects. Your first one starts with a 14 day trial of Teams."
      action={<Button onClick={() => setOpen(true)}>{texts.createWorkspace}</Button>}
      steps={<Steps steps={accountSteps} done={0} />}
    >
      {isMounted && <NewWorkspaceDialog opened={isOpen} onClose={() => setOpen(false)} />}
    </OnboardingCard>
  );
}

function FirstProject({ workspaces }: { workspaces: WorkspaceWithRole[] }) {
  const { refusal } = useNewProject(workspaces);
  const [isOpen, setOpen] = useState(false);
  const isMounted = useHasOpened(isOpen);
  if (refusal !== null) return null;
  return (
    <OnboardingCard
      title="Create your first project"
      text="A project holds the templates and items of one game."
      action={<Button onClick={() => setOpen(true)}>{texts.createProject}</Button>}
      steps={<Steps steps={accountSteps} done={1} />}
    >
      {isMounted && <NewProjectDialog opened={isOpen} onClose={() => setOpen(false)} />}
    </OnboardingCard>
  );
}
