import { Alert, Button, Group, Text } from '@mantine/core';
import { IconHistory } from '../ui/icons/history.ts';
import { timeAgo } from '../ui/time-ago.ts';
import type { RecoverableDraft } from './use-stored-draft.ts';

/** Offers to restore unsaved changes of an earlier session. */
export function DraftBanner({ at, restore, discard }: RecoverableDraft) {
  return (
    <Alert color="blue" variant="light" icon={<IconHistory size={18} />} role="status" py="xs">
      <Group gap="sm" justify="space-between">
        <Text size="sm">You have unsaved changes from {timeAgo(at, Date.now())}</Text>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={discard}>
            Discard
          </Button>
          <Button size="xs" onClick={restore}>
            Restore
          </Button>
        </Group>
      </Group>
    </Alert>
  );
}
