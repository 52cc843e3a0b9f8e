import { type Asked, type Refusal, refusalOf } from '@quartermaster/contract/access.ts';
import { useQuery } from '@tanstack/react-query';
import { workspaceQueries } from '../data/workspaces.ts';
import { useRequest } from '../http/request.ts';
import type { RoledWorkspace } from './roled-workspaces.ts';
import { workspaceGrants } from './workspace-grants.ts';

/**
 * Why the caller may not use an endpoint in a workspace or a project of it; `null` when they may, and while its plan is not
 * known. One that cannot be loaded is not told by this: the call that is made then says why not.
 */
export function useRefusalIn({ id, role }: RoledWorkspace, endpoint: Asked): Refusal | null {
  const subscription = workspaceQueries.subscription(useRequest(), id);
  const { data } = useQuery({ ...subscription, meta: { title: 'Subscription', quiet: true } });
  return refusalOf(endpoint, workspaceGrants(role, data));
}
