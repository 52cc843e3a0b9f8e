import { Button, Group, Stack, Text } from '@mantine/core';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { timeAgo } from '../ui/time-ago.ts';
import type { RecoverableDraft } from './use-stored-draft.ts';

/** Asks about an earlier draft before the page is edited further: only one of the two can continue. Stays until the user decides. */
export function DraftDialog({ at, restore, discard }: RecoverableDraft) {
  return (
    <Dialog opened title="Restore your earlier changes?" onClose={() => {}} closedBy="buttons">
      <Stack gap="md">
        {/* Not a button: a space that is still being typed would click it. */}
        <Text size="sm" tabIndex={-1} data-autofocus>
          You have unsaved changes from {timeAgo(at, Date.now())}. Restoring them replaces what you have changed since
          you opened this page.
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={discard}>
            Discard earlier changes
          </Button>
          <Button onClick={restore}>Restore earlier changes</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
