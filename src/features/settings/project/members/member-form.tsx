import { Button, Group, Stack } from '@mantine/core';
import { projectMembers } from '@quartermaster/contract/endpoints/people/project-members.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import type { FormEventHandler, ReactNode } from 'react';
import { useProject, useWorkspace } from '../../../../shared/access/require-role.tsx';
import { useRefusal } from '../../../../shared/access/use-refusal.ts';
import { ErrorCallout } from '../../../../shared/ui/error-callout.tsx';
import { LinkButton } from '../../../../shared/ui/link-button.tsx';
import { useBack } from '../../../../shared/ui/page/use-back.ts';
import classes from '../../settings.module.css';
import { useProjectScope } from './use-project-scope.ts';

interface MemberFormProps {
  onSubmit: FormEventHandler;
  submitLabel: string;
  isSubmitting: boolean;
  error: unknown;
  /** The inputs. */
  children: ReactNode;
}

/** The form of a page about a project member: callout, inputs, then the action and Cancel. */
export function MemberForm({ onSubmit, submitLabel, isSubmitting, error, children }: MemberFormProps) {
  const back = useBack(pathTo(paths.project, useProjectScope()));
  // Without access, the form stays only so that its input can be copied.
  const canSave = useRefusal(projectMembers.setRoles, useWorkspace(), useProject()) === null;
  return (
    <form onSubmit={onSubmit} noValidate className={classes.page}>
      <Stack gap="md">
        <ErrorCallout error={error} />
        {children}
        <Group gap="xs">
          {canSave && (
            <Button type="submit" loading={isSubmitting}>
              {submitLabel}
            </Button>
          )}
          <LinkButton to={back} variant="default">
            Cancel
          </LinkButton>
        </Group>
      </Stack>
    </form>
  );
}
