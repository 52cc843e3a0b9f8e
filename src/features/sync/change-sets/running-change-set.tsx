import type { ChangeSet } from '@quartermaster/contract/endpoints/change-sets.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { queryKeys } from '../../../shared/http/query-keys.ts';
import { JobProgress } from '../../../shared/ui/change/job-progress.tsx';

/** The progress of changes that are being applied, and the items because of which they failed. */
export function RunningChangeSet({ changeSet: { id, progress, state } }: { changeSet: ChangeSet }) {
  const instanceId = useInstanceId();
  const queries = useQueryClient();
  return (
    <JobProgress
      instanceId={instanceId}
      address={{ kind: 'change-set', id }}
      what="Applying the changes"
      {...(state === 'running' && {
        initial: { ...progress, can_cancel: false },
        onEnd: () => void queries.invalidateQueries({ queryKey: queryKeys.instance.changeSets(instanceId) }),
      })}
    />
  );
}
