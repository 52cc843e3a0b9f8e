import { type Asked, type Refusal, refusalOf } from '@quartermaster/contract/access.ts';
import { useQuery } from '@tanstack/react-query';
import { workspaceQueries } from '../data/workspaces.ts';
import { useRequest } from '../services/request.ts';
import type { RoledWorkspace } from './roled-workspaces.ts';
import { workspaceGrants } from './workspace-grants.ts';

/**
 * Why the caller may not use an endpoint in a workspace or a project of it; `null` when they may, and while its plan is not
 * known.
 */
export function useRefusalIn({ id, role }: RoledWorkspace, endpoint: Asked): Refusal | null {
  const { data } = useQuery(workspaceQueries.subscription(useRequest(), id));
  return refusalOf(endpoint, workspaceGrants(role, data));
}
