import { Alert } from '@mantine/core';
import type { Environment } from '@quartermaster/contract/access.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { failedText, syncQueries } from '../../../shared/data/sync/syncs.ts';
import { queryKeys } from '../../../shared/http/query-keys.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { ProgressLine } from '../../../shared/ui/change/progress-line.tsx';

/** The progress of a running sync, including one started by another member; refetches the changes when it ends. */
export function RunningSync({ id, target }: { id: number; target: Environment }) {
  const instanceId = useInstanceId();
  const queries = useQueryClient();
  const { data } = useQuery(syncQueries.get(useRequest(), instanceId, id));
  const state = data?.sync.state ?? 'running';
  useEffect(() => {
    if (state !== 'running') void queries.invalidateQueries({ queryKey: queryKeys.instance.sync(instanceId) });
  }, [state, queries, instanceId]);
  if (state === 'failed' && data) {
    return (
      <Alert color="red" variant="light" role="alert">
        {failedText(data.sync)}
      </Alert>
    );
  }
  const { done, total } = data?.sync.progress ?? { done: 0, total: 0 };
  return (
    <div role="status">
      <ProgressLine what={`Syncing to ${target.toLowerCase()}`} done={done} total={total}>
        You can leave this page: the sync continues, and its progress is shown here when you return.
      </ProgressLine>
    </div>
  );
}
