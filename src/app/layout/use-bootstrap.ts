import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { accountQueries } from '../../shared/data/accounts.ts';
import { workspaceQueries } from '../../shared/data/workspaces.ts';
import { HttpError } from '../../shared/http/http-error.ts';
import { useRequest } from '../../shared/services/request.ts';

/** Settings, roles and workspaces; `null` until all are loaded. `isRefused` if there is no session. */
export function useBootstrap({ isWanted }: { isWanted: boolean }) {
  const request = useRequest();
  const [settings, roles, workspaces] = useQueries({
    queries: [
      { ...accountQueries.settings(request), enabled: isWanted },
      { ...accountQueries.roles(request), enabled: isWanted },
      { ...workspaceQueries.list(request), enabled: isWanted },
    ],
  });
  const bootstrap = useMemo(() => {
    if (!settings.data || !roles.data || !workspaces.data) return null;
    return {
      settings: settings.data,
      roles: roles.data.workspaces,
      workspaces: workspaces.data.workspaces,
    };
  }, [settings.data, roles.data, workspaces.data]);
  const isRefused = [settings, roles, workspaces].some(
    ({ error }) => error instanceof HttpError && error.status === 401,
  );
  return { bootstrap, isRefused };
}

export type Bootstrap = NonNullable<ReturnType<typeof useBootstrap>['bootstrap']>;
