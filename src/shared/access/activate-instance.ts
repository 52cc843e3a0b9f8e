import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useSetAtom } from 'jotai';
import { accountQueries } from '../data/accounts.ts';
import { workspaceQueries } from '../data/workspaces.ts';
import { type Request, useRequest } from '../services/request.ts';
import { hostInstanceAtom } from './active-instance.ts';
import { findInstance } from './instance-context.ts';

/**
 * Switches the account to another instance: to 0 (none) if it is not in the caller's workspaces. Makes no call if the
 * account has this instance already. The active instance changes with the navigation home.
 */
export function useSwitchInstance() {
  const mutationFn = useSwitch();
  return useMutation({ mutationFn, meta: { of: 'activateInstance' } });
}

/** The same for a form, which shows a failure itself. */
export function useSwitchInstanceByForm() {
  const mutationFn = useSwitch();
  return useMutation({ mutationFn, meta: { of: 'changeInstance' } });
}

function useSwitch() {
  const request = useRequest();
  const queries = useQueryClient();
  const setHostInstance = useSetAtom(hostInstanceAtom);
  return async (instanceId: number) => {
    await switchInstance(request, queries, instanceId);
    setHostInstance(toNext(instanceId));
  };
}

/** A mount with an instance from its host does not return to the account's. */
const toNext = (instanceId: number) => (ofHost: number | null) => (ofHost === null ? null : instanceId);

async function switchInstance(request: Request, queries: QueryClient, targetId: number): Promise<void> {
  const { workspaces } = await queries.ensureQueryData(workspaceQueries.list(request));
  const settings = accountQueries.settings(request);
  const { active_instance_id } = await queries.ensureQueryData(settings);
  const instanceId = findInstance(workspaces, targetId) ? targetId : 0;
  if (active_instance_id === instanceId) return;
  await request(instances.activate, { params: { instanceId }, body: {} });
  queries.setQueryData(settings.queryKey, { active_instance_id: instanceId });
}

/** Reloads the workspaces and switches to the first instance of the first project. */
export async function switchToFirstInstance(request: Request, queries: QueryClient): Promise<void> {
  const { workspaces } = await queries.fetchQuery({ ...workspaceQueries.list(request), staleTime: 0 });
  const projects = workspaces.flatMap((workspace) => workspace.projects);
  const first = projects.find(({ instances: [one] }) => one !== undefined);
  await switchInstance(request, queries, first?.instances[0]?.id ?? 0);
}

/** Reports the instance that a URL has opened to the server; the local account settings are updated at once. */
export function useFollowInstance(): (instanceId: number) => void {
  const request = useRequest();
  const queries = useQueryClient();
  const setHostInstance = useSetAtom(hostInstanceAtom);
  const { mutate } = useMutation({
    mutationFn: (instanceId: number) => request(instances.activate, { params: { instanceId }, body: {} }),
    meta: { of: 'activateInstance' },
  });
  return (instanceId) => {
    setHostInstance(toNext(instanceId));
    queries.setQueryData(accountQueries.settings(request).queryKey, { active_instance_id: instanceId });
    mutate(instanceId);
  };
}
