import type { WaitingCounts } from '@quartermaster/contract/endpoints/instances.ts';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { useQuery } from '@tanstack/react-query';
import { useInstanceId } from '../../shared/access/active-instance.ts';
import { useRefusal } from '../../shared/access/use-refusal.ts';
import { instanceQueries } from '../../shared/data/instances.ts';
import { useRequest } from '../../shared/services/request.ts';
import { useIdle } from './use-idle.ts';

/** What waits for the user in the active instance; it is loaded once the page itself has what it needs. */
export function useWaiting(): WaitingCounts | undefined {
  const instanceId = useInstanceId();
  const mayRead = useRefusal(instances.getWaiting) === null;
  const isIdle = useIdle();
  const query = instanceQueries.waiting(useRequest(), instanceId);
  return useQuery({ ...query, enabled: mayRead && isIdle && instanceId > 0 }).data;
}
