import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { accountQueries } from '../../shared/data/accounts.ts';
import { workspaceQueries } from '../../shared/data/workspaces.ts';
import { useRequest } from '../../shared/services/request.ts';

/** Settings, roles and workspaces; `null` until all are loaded. */
export function useBootstrap() {
  const request = useRequest();
  const [settings, roles, workspaces] = useQueries({
    queries: [accountQueries.settings(request), accountQueries.roles(request), workspaceQueries.list(request)],
  });
  return useMemo(() => {
    if (!settings.data || !roles.data || !workspaces.data) return null;
    return {
      settings: settings.data,
      roles: roles.data.workspaces,
      workspaces: workspaces.data.workspaces,
    };
  }, [settings.data, roles.data, workspaces.data]);
}

export type Bootstrap = NonNullable<ReturnType<typeof useBootstrap>>;
