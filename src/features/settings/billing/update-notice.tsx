import { Alert, Button, Group, Loader, Text } from '@mantine/core';
import { useAwaitedChange, useSetAwaitedChange } from '../../../shared/billing/awaited-changes.ts';
import { IconClockHour4 } from '../../../shared/ui/icons/clock-hour-4.ts';

/** Shows that a requested change may take a while or, after the timeout, how to refresh. */
export function UpdateNotice({ workspaceId }: { workspaceId: number }) {
  const awaited = useAwaitedChange(workspaceId);
  const setAwaited = useSetAwaitedChange();
  if (!awaited) return null;
  if (awaited.state === 'waiting') {
    return (
      <Alert role="status" color="indigo" icon={<Loader size={18} />}>
        The subscription is being updated. This may take some time.
      </Alert>
    );
  }
  return (
    <Alert role="status" color="amber" icon={<IconClockHour4 size={18} />}>
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          The update has not arrived yet. It goes on without this page; nothing has to be done again.
        </Text>
        <Button size="xs" variant="default" onClick={() => setAwaited(workspaceId, { ...awaited, state: 'waiting' })}>
          Look again
        </Button>
      </Group>
    </Alert>
  );
}
