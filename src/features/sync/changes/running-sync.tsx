import type { Environment } from '@quartermaster/contract/access.ts';
import type { ChangeList } from '@quartermaster/contract/endpoints/sync.ts';
import { useState } from 'react';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { failedText } from '../../../shared/data/sync/syncs.ts';
import { JobProgress } from '../../../shared/ui/change/job-progress.tsx';

interface RunningSyncProps {
  running: ChangeList['running'];
  target: Environment;
}

/** The progress of a running sync, including one started by another member, and why it has failed. */
export function RunningSync({ running, target }: RunningSyncProps) {
  const instanceId = useInstanceId();
  const [last, setLast] = useState(running);
  if (running && running.id !== last?.id) setLast(running);
  const sync = running ?? last;
  if (!sync) return null;
  const { id, progress } = sync;
  return (
    <div role="status">
      <JobProgress
        instanceId={instanceId}
        address={{ kind: 'change-set', id }}
        what={`Syncing to ${target.toLowerCase()}`}
        initial={{ ...progress, can_cancel: false }}
        failureText={(error) => failedText({ error, target: { env: target } })}
      >
        You can leave this page: the sync continues, and its progress is shown here when you return.
      </JobProgress>
    </div>
  );
}
