import { Badge } from '@mantine/core';
import type { ChangeSet } from '@quartermaster/contract/endpoints/change-sets.ts';

const states = {
  applied: { text: 'applied', color: 'green' },
  running: { text: 'running', color: 'indigo' },
  failed: { text: 'failed', color: 'red' },
  cancelled: { text: 'cancelled', color: 'gray' },
} as const;

/** Whether a sync or other changes are applied, running, failed, cancelled or undone. */
export function SyncState({ sync }: { sync: Pick<ChangeSet, 'state' | 'undone_by'> }) {
  const { text, color } = sync.undone_by === null ? states[sync.state] : { text: 'undone', color: 'gray' };
  return (
    <Badge variant="light" color={color} radius="sm" tt="none" miw="max-content">
      {text}
    </Badge>
  );
}
