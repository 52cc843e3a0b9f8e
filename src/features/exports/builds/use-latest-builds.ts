import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { reportQueries } from '../../../shared/data/reports.ts';
import { withoutPageError } from '../../../shared/data/without-page-error.ts';
import { queryKeys } from '../../../shared/http/query-keys.ts';
import { useRequest } from '../../../shared/services/request.ts';

/** Refetches builds, channels and public keys when an export is completed, also one of somebody else that was running. */
export function useLatestBuilds(instanceId: number): void {
  const queries = useQueryClient();
  const { data } = useQuery(withoutPageError(reportQueries.list(useRequest(), instanceId, { limit: 1 })));
  const [last] = data?.rows ?? [];
  const completed = last?.state === 'completed' ? last.id : undefined;
  useEffect(() => {
    if (completed === undefined) return;
    // The first answers are as recent as the state of the export.
    const isLoaded = ({ state }: { state: { data: unknown } }) => state.data !== undefined;
    void queries.invalidateQueries({ queryKey: queryKeys.instance.builds(instanceId), predicate: isLoaded });
  }, [queries, instanceId, completed]);
}
