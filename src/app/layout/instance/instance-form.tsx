import { Alert, Button, Stack } from '@mantine/core';
import { paths } from '@quartermaster/contract/paths.ts';
import { changeInstanceRule } from '@quartermaster/contract/rules/change-instance.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSwitchInstanceByForm } from '../../../shared/access/activate-instance.ts';
import type { InstanceContext } from '../../../shared/access/instance-context.ts';
import { workspaceQueries } from '../../../shared/data/workspaces.ts';
import { useRuleForm } from '../../../shared/form/use-rule-form.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { useServices } from '../../../shared/services/services.ts';
import { environmentLabel } from '../../../shared/ui/env-badge.tsx';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';
import { UnsavedQuestion } from '../leave/unsaved-question.tsx';
import { IdSelect } from './id-select.tsx';

interface InstanceFormProps {
  context: InstanceContext | null;
  onDone: () => void;
}

/** Selects a project and an instance; switching clears the old instance's data and navigates to the dashboard. */
export function InstanceForm({ context, onDone }: InstanceFormProps) {
  const { unsavedChanges } = useServices();
  const { data, isPending } = useQuery(workspaceQueries.list(useRequest()));
  const change = useSwitchInstanceByForm();
  const navigate = useNavigate();
  const [waiting, setWaiting] = useState<number | null>(null);

  const switchTo = async (instanceId: number) => {
    await change.mutateAsync(instanceId);
    unsavedChanges.clear();
    onDone();
    await navigate(paths.home);
  };
  const form = useRuleForm(changeInstanceRule, {
    defaultValues: context ? { projectId: context.project.id } : {},
    guard: false,
    onSubmit: async ({ instanceId }) => {
      if (unsavedChanges.isDirty()) setWaiting(instanceId);
      else await switchTo(instanceId);
    },
  });
  const [projectId, instanceId] = form.watch(['projectId', 'instanceId']);
  const projects = (data?.workspaces ?? []).flatMap((workspace) => workspace.projects);
  const project = projects.find(({ id }) => id === projectId);

  if (waiting !== null) {
    return (
      <UnsavedQuestion
        isPending={change.isPending}
        names={unsavedChanges.names()}
        onStay={() => setWaiting(null)}
        onLeave={() => switchTo(waiting).catch(() => setWaiting(null))}
      />
    );
  }
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="sm">
        <ErrorCallout error={form.error ?? change.error} />
        <IdSelect
          label="Project"
          isLoading={isPending}
          options={projects.map(({ id, name }) => ({ id, label: name }))}
          value={projectId}
          onChange={(id) => {
            form.setValue('projectId', id as number, { shouldValidate: true });
            // Not `resetField`, which does nothing to a field without a registered input.
            form.setValue('instanceId', undefined as never);
            form.clearErrors('instanceId');
          }}
          error={form.errors.projectId?.message}
        />
        {project && (
          <IdSelect
            label="Instance"
            isLoading={isPending}
            options={project.instances.map(({ id, env }) => ({ id, label: environmentLabel(env) }))}
            value={instanceId}
            onChange={(id) => form.setValue('instanceId', id as number, { shouldValidate: true })}
            error={form.errors.instanceId?.message}
          />
        )}
        <Alert color="amber" variant="light" p="xs" role="note">
          Changing instance? Save your work - you'll be redirected to the home page.
        </Alert>
        <Button type="submit" loading={form.isSubmitting || change.isPending}>
          Change instance
        </Button>
      </Stack>
    </form>
  );
}
