import { instances } from '@quartermaster/contract/instances.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { accountQueries } from '../data/accounts.ts';
import { workspaceQueries } from '../data/workspaces.ts';
import { useRequest } from '../http/request.ts';
import { findInstance } from './grants.ts';

/**
 * Switches the account to another instance. One that is not among the caller's workspaces becomes 0 (none); nothing is
 * called where the account has this instance already. The page's own instance follows with the way home.
 */
export function useSwitchInstance() {
  const request = useRequest();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (wanted: number) => {
      const { workspaces } = await queries.ensureQueryData(workspaceQueries.list(request));
      const settings = accountQueries.settings(request);
      const { active_instance_id } = await queries.ensureQueryData(settings);
      const instanceId = findInstance(workspaces, wanted) ? wanted : 0;
      if (active_instance_id === instanceId) return;
      await request(instances.activate, { params: { instanceId }, body: {} });
      queries.setQueryData(settings.queryKey, { active_instance_id: instanceId });
    },
    meta: { title: 'Change instance' },
  });
}

/** Tells the server which instance an address or the host has opened; the console counts it as the account's at once. */
export function useFollowInstance(): (instanceId: number) => void {
  const request = useRequest();
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (instanceId: number) => request(instances.activate, { params: { instanceId }, body: {} }),
    meta: { title: 'Change instance' },
  });
  return (instanceId) => {
    queries.setQueryData(accountQueries.settings(request).queryKey, { active_instance_id: instanceId });
    mutate(instanceId);
  };
}
