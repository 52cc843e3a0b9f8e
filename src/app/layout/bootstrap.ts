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

/** The answered bootstrap data with the stored instance; `null` until it is complete. */
export function cachedBootstrap(
  request: Request,
  queries: QueryClient,
): (Bootstrap & { stored: StoredInstance }) | null {
  const { settings, roles, list } = queriesOf(request);
  const bootstrap = toBootstrap(queries.getQueryData(roles.queryKey), queries.getQueryData(list.queryKey));
  return bootstrap && { ...bootstrap, stored: storedIn(queries.getQueryData(settings.queryKey)) };
}

/** The stored instance, and roles and workspaces; `null` until they are loaded. `isRefused` if there is no session. */
export function useBootstrap({ isWanted }: { isWanted: boolean }) {
  const of = queriesOf(useRequest());
  const [settings, roles, list] = useQueries({
    queries: [
      { ...of.settings, enabled: isWanted },
      { ...of.roles, enabled: isWanted },
      { ...of.list, enabled: isWanted },
    ],
  });
  const bootstrap = useMemo(() => toBootstrap(roles.data, list.data), [roles.data, list.data]);
  const isRefused = [settings, roles, list].some(({ error }) => error instanceof HttpError && error.status === 401);
  return { bootstrap, stored: storedIn(settings.data), isRefused };
}

/** The instance that the account has stored; 0 if none, `null` until it is known. A page whose address names one is shown before. */
export type StoredInstance = number | null;

const storedIn = (settings: Output<typeof accounts.getSettings> | undefined): StoredInstance =>
  settings ? settings.active_instance_id : null;

function toBootstrap(
  roles: Output<typeof accounts.listRoles> | undefined,
  list: Output<typeof workspaces.list> | undefined,
) {
  return roles && list ? { roles: roles.workspaces, workspaces: list.workspaces } : null;
}

export type Bootstrap = NonNullable<ReturnType<typeof toBootstrap>>;
