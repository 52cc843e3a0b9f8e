import type { Environment } from '@quartermaster/contract/access.ts';
import type { ChangeList } from '@quartermaster/contract/endpoints/sync.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { failedText } from '../../../shared/data/sync/syncs.ts';
import { queryKeys } from '../../../shared/http/query-keys.ts';
import { JobProgress } from '../../../shared/ui/change/job-progress.tsx';

interface RunningSyncProps {
  running: NonNullable<ChangeList['running']>;
  target: Environment;
}

/** The progress of a running sync, including one started by another member; refetches the changes when it ends. */
export function RunningSync({ running: { id, progress }, target }: RunningSyncProps) {
  const instanceId = useInstanceId();
  const queries = useQueryClient();
  return (
    <div role="status">
      <JobProgress
        instanceId={instanceId}
        address={{ kind: 'change-set', id }}
        what={`Syncing to ${target.toLowerCase()}`}
        initial={{ ...progress, can_cancel: false }}
        failureText={(error) => failedText({ error, target: { env: target } })}
        onEnd={() => void queries.invalidateQueries({ queryKey: queryKeys.instance.sync(instanceId) })}
      >
        You can leave this page: the sync continues, and its progress is shown here when you return.
      </JobProgress>
    </div>
  );
}
