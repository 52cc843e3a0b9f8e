import type { WorkspaceRole } from '@quartermaster/contract/access.ts';
import type { Workspace } from '@quartermaster/contract/endpoints/workspaces.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { accountQueries } from '../data/accounts.ts';
import { workspaceQueries } from '../data/workspaces.ts';
import { useRequest } from '../services/request.ts';
import { roleName } from './instance-context.ts';

/** A workspace with the user's role in it; `null` without a role. */
export interface WorkspaceWithRole extends Workspace {
  role: WorkspaceRole | null;
}

/** The user's workspaces; `null` until workspaces and roles are loaded. */
export function useWorkspacesWithRole(): WorkspaceWithRole[] | null {
  const request = useRequest();
  const { data: list } = useQuery(workspaceQueries.list(request));
  const { data: roles } = useQuery(accountQueries.roles(request));
  return useMemo(() => {
    if (!list || !roles) return null;
    const roleIds = new Map(roles.workspaces.map(({ id, workspace_role_id }) => [id, workspace_role_id]));
    return list.workspaces.map((workspace) => ({
      ...workspace,
      role: roleName(roleIds.get(workspace.id)),
    }));
  }, [list, roles]);
}

/** True for owners and admins of a workspace. */
export const isManager = ({ role }: WorkspaceWithRole): boolean => role === 'owner' || role === 'admin';
