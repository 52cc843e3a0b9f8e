import { instances } from '@quartermaster/contract/instances.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useStore } from 'jotai';
import { accountQueries } from '../data/accounts.ts';
import { workspaceQueries } from '../data/workspaces.ts';
import { useRequest } from '../http/request.ts';
import { activeInstanceAtom } from './active-instance.ts';
import { findInstance } from './grants.ts';

/**
 * Makes an instance the active one, on the server too. An instance that is not among the caller's workspaces becomes 0 (none);
 * nothing is called where the account has this instance already. What was kept of the instance before is forgotten.
 */
export function useActivateInstance() {
  const request = useRequest();
  const queries = useQueryClient();
  const store = useStore();
  return useMutation({
    mutationFn: async (wanted: number) => {
      const { workspaces } = await queries.ensureQueryData(workspaceQueries.list(request));
      const instanceId = findInstance(workspaces, wanted) ? wanted : 0;
      const settings = await queries.ensureQueryData(accountQueries.settings(request));
      if (settings.active_instance_id !== instanceId) {
        await request(instances.activate, { params: { instanceId }, body: {} });
        queries.setQueryData(accountQueries.settings(request).queryKey, { active_instance_id: instanceId });
      }
      return instanceId;
    },
    onSuccess: (instanceId) => {
      const before = store.get(activeInstanceAtom);
      store.set(activeInstanceAtom, instanceId);
      if (before > 0 && before !== instanceId) queries.removeQueries({ queryKey: ['instance', before] });
    },
    meta: { title: 'Change instance' },
  });
}
