import { Button, Stack, Text } from '@mantine/core';
import { projects } from '@quartermaster/contract/endpoints/projects.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { projectNameRule } from '@quartermaster/contract/rules/project.ts';
import { useState } from 'react';
import { Can } from '../../../shared/access/can.tsx';
import { useProject, useWorkspace } from '../../../shared/access/require-role.tsx';
import { useRefusal } from '../../../shared/access/use-refusal.ts';
import { useRenameProject } from '../../../shared/data/projects.ts';
import { EnvBadge } from '../../../shared/ui/env-badge.tsx';
import { PageHeader } from '../../../shared/ui/page/page-header.tsx';
import { texts } from '../../../shared/ui/texts.ts';
import { RenameForm } from '../rename-form.tsx';
import { Section } from '../section.tsx';
import classes from '../settings.module.css';
import { DeleteProjectDialog } from './delete-project-dialog.tsx';
import { HistoryRetention } from './history-retention.tsx';
import { Languages } from './languages.tsx';
import { ProjectMembers } from './members/project-members.tsx';
import { Translations } from './translations/translations.tsx';

/** A project's name, instances, languages and members, and for owners its deletion. */
export function ProjectPage() {
  const workspace = useWorkspace();
  const project = useProject();
  const refusal = useRefusal(projects.rename, workspace, project);
  const languagesRefusal = useRefusal(projects.setLanguages, workspace, project);
  const rename = useRenameProject(project.id);
  const [isDeleting, setDeleting] = useState(false);
  return (
    <>
      <PageHeader
        title={project.name}
        back={{ label: workspace.name, to: pathTo(paths.workspace, { workspaceId: workspace.id }) }}
      />
      <div className={classes.page}>
        <Section title={texts.projectName}>
          <RenameForm
            key={project.id}
            label={texts.projectName}
            rule={projectNameRule}
            name={project.name}
            refusal={refusal}
            onRename={(name) => rename.mutateAsync(name)}
          />
        </Section>
        <Section title="Instances">
          <ul className={classes.list}>
            {project.instances.map(({ id, env }) => (
              <li key={id} className={classes.row}>
                <EnvBadge env={env} />
                <Text size="sm" c="dimmed" ml="auto">
                  Instance ID <code>{id}</code>
                </Text>
              </li>
            ))}
          </ul>
        </Section>
        <Section title="Languages">
          <Languages
            projectId={project.id}
            languages={project.languages ?? []}
            hasFilePerLanguage={project.file_per_language ?? false}
            refusal={languagesRefusal}
          />
        </Section>
        <Translations project={project} />
        <HistoryRetention />
        <ProjectMembers key={project.id}>
          <Can do={projects.delete} in={workspace}>
            <Section title="Delete project">
              <Stack className={classes.danger} align="flex-start" gap="sm">
                <Text size="sm">
                  Deletes the project with everything in it. It can be restored for 3 days, with a link that is mailed
                  to its owners.
                </Text>
                <Button color="red" variant="outline" onClick={() => setDeleting(true)}>
                  Delete project
                </Button>
              </Stack>
              <DeleteProjectDialog opened={isDeleting} onClose={() => setDeleting(false)} />
            </Section>
          </Can>
        </ProjectMembers>
      </div>
    </>
  );
}
