import { Button, Group, Stack } from '@mantine/core';
import type { FormEventHandler, ReactNode } from 'react';
import { ErrorCallout } from '../../../../shared/ui/error-callout.tsx';
import { LinkButton } from '../../../../shared/ui/link-button.tsx';
import classes from '../../settings.module.css';
import { useProjectPlace } from './project-place.ts';

interface MemberFormProps {
  onSubmit: FormEventHandler;
  submitLabel: string;
  isSubmitting: boolean;
  error: unknown;
  /** The inputs. */
  children: ReactNode;
}

/** The form of a page about a member of the project: callout, inputs, then the action and the way out. */
export function MemberForm({ onSubmit, submitLabel, isSubmitting, error, children }: MemberFormProps) {
  const { projectPath } = useProjectPlace();
  return (
    <form onSubmit={onSubmit} noValidate className={classes.page}>
      <Stack gap="md">
        <ErrorCallout error={error} />
        {children}
        <Group gap="xs">
          <Button type="submit" loading={isSubmitting}>
            {submitLabel}
          </Button>
          <LinkButton to={projectPath} variant="default">
            Cancel
          </LinkButton>
        </Group>
      </Stack>
    </form>
  );
}
