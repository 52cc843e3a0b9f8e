import { useQuery } from '@tanstack/react-query';
import { workspaceQueries } from '../data/workspaces.ts';
import { useRequest } from '../services/request.ts';

/**
 * True until the plan of a workspace is known, or could not be loaded. For menus: until then {@link useRefusal} allows what only a canceled
 * subscription refuses, and a menu must not change after it was shown.
 */
export const useIsPlanPending = (workspaceId: number): boolean =>
  useQuery(workspaceQueries.subscription(useRequest(), workspaceId)).isPending;
