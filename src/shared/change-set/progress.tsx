import { Button, Group, Stack } from '@mantine/core';
import type { Applied } from '@quartermaster/contract/endpoints/door.ts';
import { JobProgress } from '../ui/change/job-progress.tsx';

interface ChangeSetProgressProps {
  instanceId: number;
  started: Applied;
  /** Closes the form; the changes go on. */
  onClose: () => void;
}

/** The progress of changes that a job applies, until it is applied or cancelled. */
export function ChangeSetProgress({ instanceId, started, onClose }: ChangeSetProgressProps) {
  return (
    <Stack gap="md">
      <JobProgress
        instanceId={instanceId}
        address={{ kind: 'change-set', id: started.id ?? 0 }}
        what="Applying the changes"
        initial={{ ...started.progress, can_cancel: true }}
        cancelLabel="Cancel the changes"
      >
        Nothing is changed until all items are ready. You can close this and go on working; a message appears when it is
        done.
      </JobProgress>
      <Group justify="flex-end" gap="xs">
        <Button data-autofocus onClick={onClose}>
          Close
        </Button>
      </Group>
    </Stack>
  );
}
