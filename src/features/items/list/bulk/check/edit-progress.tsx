import { Button, Group, Stack } from '@mantine/core';
import type { StartedEdit } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { JobProgress } from '../../../../../shared/ui/change/job-progress.tsx';

interface EditProgressProps {
  instanceId: number;
  started: StartedEdit;
  /** Closes the dialog; the edit goes on. */
  onClose: () => void;
}

/** The progress of an edit that a job applies, until it is applied or cancelled. */
export function EditProgress({ instanceId, started, onClose }: EditProgressProps) {
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
