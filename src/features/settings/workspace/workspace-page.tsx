import { Button, Group, Text } from '@mantine/core';
import { plans } from '@quartermaster/contract/access.ts';
import { isPaid } from '@quartermaster/contract/billing.ts';
import { furtherWorkspace, workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { billingPage } from '@quartermaster/contract/paths.ts';
import { workspaceNameRule } from '@quartermaster/contract/rules/workspace.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWorkspace } from '../../../shared/access/require-role.tsx';
import { mostPermissive, useRefusal, useRefusals } from '../../../shared/access/use-refusal.ts';
import { useWorkspacesWithRole } from '../../../shared/access/workspaces-with-role.ts';
import { UpgradeButton } from '../../../shared/billing/upgrade-button.tsx';
import { useRenameWorkspace, workspaceQueries } from '../../../shared/data/workspaces.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { count } from '../../../shared/ui/count.ts';
import { IconPlus } from '../../../shared/ui/icons/plus.ts';
import { LinkButton } from '../../../shared/ui/link-button.tsx';
import { EmptyState } from '../../../shared/ui/page/empty-state.tsx';
import { ActionsSpace, PageHeader } from '../../../shared/ui/page/page-header.tsx';
import { texts } from '../../../shared/ui/texts.ts';
import { NewProjectDialog } from '../../../shared/workspaces/new-project-dialog.tsx';
import { NewWorkspaceDialog } from '../../../shared/workspaces/new-workspace-dialog.tsx';
import { useNewProject } from '../../../shared/workspaces/use-new-project.ts';
import { RenameForm } from '../rename-form.tsx';
import { Section } from '../section.tsx';
import classes from '../settings.module.css';
import { ProjectList } from './project-list.tsx';

/** A workspace's name and projects. */
export function WorkspacePage() {
  const workspace = useWorkspace();
  const refusal = useRefusal(workspaces.rename, workspace);
  const rename = useRenameWorkspace(workspace.id);
  const newProject = useNewProject([workspace]).refusal;
  const owned = useWorkspacesWithRole()?.filter(({ role }) => role === 'owner') ?? [];
  const further = mostPermissive(useRefusals(furtherWorkspace, owned));
  // Everyone can create a first workspace; further ones depend on the plan.
  const newWorkspace = owned.length === 0 ? null : further;
  const [dialog, setDialog] = useState<'project' | 'workspace' | null>(null);
  const close = () => setDialog(null);
  const isKnown = newProject !== 'unknown' && newWorkspace !== 'unknown';
  return (
    <>
      <PageHeader
        title={workspace.name}
        actions={
          isKnown ? (
            <>
              {newWorkspace === null && (
                <Button variant="default" onClick={() => setDialog('workspace')}>
                  {texts.newWorkspace}
                </Button>
              )}
              {newWorkspace !== null && (
                <UpgradeButton label={texts.newWorkspace} feature="createWorkspaces" workspace={workspace} />
              )}
              {newProject === null && (
                <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setDialog('project')}>
                  {texts.newProject}
                </Button>
              )}
              {newProject === 'plan' && (
                <UpgradeButton label={texts.newProject} feature="createProjects" workspace={workspace} />
              )}
            </>
          ) : (
            <ActionsSpace width={300} />
          )
        }
      />
      <div className={classes.page}>
        <Section title={texts.workspaceName}>
          <RenameForm
            key={workspace.id}
            label={texts.workspaceName}
            rule={workspaceNameRule}
            name={workspace.name}
            refusal={refusal}
            onRename={(name) => rename.mutateAsync(name)}
          />
        </Section>
        {workspace.role === 'owner' && (
          <Section title="Plan and billing">
            <Group justify="space-between">
              <PlanText workspaceId={workspace.id} />
              <LinkButton variant="default" to={billingPage(workspace.id)}>
                Open billing
              </LinkButton>
            </Group>
          </Section>
        )}
        <Section title="Projects">
          {workspace.projects.length > 0 ? (
            <ProjectList workspace={workspace} />
          ) : (
            <EmptyState
              title={texts.noProjectsYet}
              message="A project holds the templates and items of one game, in up to three instances."
            />
          )}
        </Section>
      </div>
      <NewProjectDialog opened={dialog === 'project'} onClose={close} workspaceId={workspace.id} />
      <NewWorkspaceDialog opened={dialog === 'workspace'} onClose={close} />
    </>
  );
}

/** The plan and its seats; empty until they are known. */
function PlanText({ workspaceId }: { workspaceId: number }) {
  const { data } = useQuery(workspaceQueries.subscription(useRequest(), workspaceId));
  return (
    <Text size="sm">
      {data && `${plans[data.type].label} plan`}
      {data && isPaid(data.type) && `, ${numberText(data.used_members)} of ${count(data.members, 'seat')} in use`}
    </Text>
  );
}
