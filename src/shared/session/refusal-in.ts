import { type Asked, type Refusal, refusalOf } from '@quartermaster/contract/access.ts';
import { useQuery } from '@tanstack/react-query';
import { workspaceQueries } from '../data/workspaces.ts';
import { useRequest } from '../http/request.ts';
import type { RoledWorkspace } from './roled-workspaces.ts';

/** Why the caller may not use an endpoint in a workspace or a project of it; `null` when they may, and until its plan is known. */
export function useRefusalIn({ id, role }: RoledWorkspace, endpoint: Asked): Refusal | null {
  const { data } = useQuery(workspaceQueries.subscription(useRequest(), id));
  return refusalOf(endpoint, {
    workspaceRole: role,
    permissionIds: [],
    env: null,
    plan: data?.type ?? 'teams',
    isCanceled: data?.status === 'canceled',
  });
}
