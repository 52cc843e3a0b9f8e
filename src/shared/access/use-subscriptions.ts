import type { Subscription } from '@quartermaster/contract/endpoints/workspaces.ts';
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { workspaceQueries } from '../data/workspaces.ts';
import { useRequest } from '../services/request.ts';

/** The queries of the subscriptions of some workspaces, by workspace id. */
export function useSubscriptions(ids: readonly number[]): (id: number) => UseQueryResult<Subscription> | undefined {
  const request = useRequest();
  const answers = useQueries({ queries: ids.map((id) => workspaceQueries.subscription(request, id)) });
  return (id) => answers[ids.indexOf(id)];
}
