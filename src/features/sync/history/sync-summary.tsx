import { Badge } from '@mantine/core';
import type { ChangeSet } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { Sync } from '@quartermaster/contract/endpoints/sync.ts';
import { ChangeCounts } from '../../../shared/ui/change/change-mark.tsx';
import { count } from '../../../shared/ui/count.ts';
import classes from '../history.module.css';

/** How much a sync changed. */
export const SyncAmount = ({ counts }: { counts: Sync['counts'] }) => (
  <span className={classes.amount}>
    <ChangeCounts counts={counts} />
    {counts.templates > 0 && <span>{count(counts.templates, 'template')}</span>}
    {counts.menu && <span>Navigation</span>}
  </span>
);

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
