import { Button, Group, Stack, Text } from '@mantine/core';
import type { StartedEdit } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { useQuery } from '@tanstack/react-query';
import { changeSetQueries, useCancelChangeSet } from '../../../../../shared/data/change-sets.ts';
import { useRequest } from '../../../../../shared/services/request.ts';
import { ProgressLine } from '../../../../../shared/ui/change/progress-line.tsx';

interface EditProgressProps {
  instanceId: number;
  started: StartedEdit;
  /** Closes the dialog; the edit goes on. */
  onClose: () => void;
}

/** The progress of an edit that a job applies, until it is applied or cancelled. */
export function EditProgress({ instanceId, started, onClose }: EditProgressProps) {
  const cancel = useCancelChangeSet(instanceId);
  const { data } = useQuery(changeSetQueries.get(useRequest(), instanceId, started.id ?? 0));
  const { done, total } = data?.progress ?? started.progress;
  return (
    <Stack gap="md">
      <ProgressLine what="Applying the changes" done={done} total={total}>
        {numberText(done)} of {numberText(total)} items
      </ProgressLine>
      <Text size="sm">
        Nothing is changed until all items are ready. You can close this and go on working; a message appears when it is
        done.
      </Text>
      <Group justify="flex-end" gap="xs">
        <Button
          variant="default"
          loading={cancel.isPending || cancel.isSuccess}
          onClick={() => started.id !== null && cancel.mutate(started.id)}
        >
          Cancel the changes
        </Button>
        <Button data-autofocus onClick={onClose}>
          Close
        </Button>
      </Group>
    </Stack>
  );
}
