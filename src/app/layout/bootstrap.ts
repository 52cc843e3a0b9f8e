import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import type { workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import { type QueryClient, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { accountQueries } from '../../shared/data/accounts.ts';
import { workspaceQueries } from '../../shared/data/workspaces.ts';
import { HttpError } from '../../shared/http/http-error.ts';
import { type Request, useRequest } from '../../shared/services/request.ts';

/** The queries that every signed-in page needs. */
const queriesOf = (request: Request) => ({
  settings: accountQueries.settings(request),
  roles: accountQueries.roles(request),
  list: workspaceQueries.list(request),
});

/** Starts the requests of a signed-in page, in parallel. */
export function prefetchBootstrap(request: Request, queries: QueryClient): void {
  const { settings, roles, list } = queriesOf(request);
  void queries.prefetchQuery(list);
  void queries.prefetchQuery(settings);
  void queries.prefetchQuery(roles);
}

/** The answered bootstrap data; `null` until it is complete. */
export function cachedBootstrap(request: Request, queries: QueryClient): Bootstrap | null {
  const { settings, roles, list } = queriesOf(request);
  return toBootstrap(
    queries.getQueryData(settings.queryKey),
    queries.getQueryData(roles.queryKey),
    queries.getQueryData(list.queryKey),
  );
}

/** The stored instance, roles and workspaces; `null` until the latter two are loaded. `isRefused` if there is no session. */
export function useBootstrap({ isWanted }: { isWanted: boolean }) {
  const of = queriesOf(useRequest());
  const [settings, roles, list] = useQueries({
    queries: [
      { ...of.settings, enabled: isWanted },
      { ...of.roles, enabled: isWanted },
      { ...of.list, enabled: isWanted },
    ],
  });
  const bootstrap = useMemo(
    () => toBootstrap(settings.data, roles.data, list.data),
    [settings.data, roles.data, list.data],
  );
  const isRefused = [settings, roles, list].some(({ error }) => error instanceof HttpError && error.status === 401);
  return { bootstrap, isRefused };
}

function toBootstrap(
  settings: Output<typeof accounts.getSettings> | undefined,
  roles: Output<typeof accounts.listRoles> | undefined,
  list: Output<typeof workspaces.list> | undefined,
) {
  if (!roles || !list) return null;
  return {
    /** The instance that the account has stored; 0 if none, `null` until it is known. A page whose address names one is shown before. */
    stored: settings ? settings.active_instance_id : null,
    roles: roles.workspaces,
    workspaces: list.workspaces,
  };
}

export type Bootstrap = NonNullable<ReturnType<typeof toBootstrap>>;
