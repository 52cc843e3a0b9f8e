import type { Asked } from '@quartermaster/contract/access.ts';
import type { Project } from '@quartermaster/contract/endpoints/workspaces.ts';
import { createContext, useContext } from 'react';
import { Navigate, Outlet, useParams } from 'react-router-dom';
import { Can } from './can.tsx';
import { useWorkspacesWithRole, type WorkspaceWithRole } from './workspaces-with-role.ts';

const WorkspaceContext = createContext<WorkspaceWithRole | null>(null);

/**
 * Guards the nested routes that have `:workspaceId` and possibly `:projectId` in their path: redirects to /not-found if they
 * are unknown, and to /access-denied without a role there or with one that does not suffice for `to`. Permissions in the
 * active instance do not matter.
 */
export function RequireRole({ to }: { to: Asked }) {
  const { workspaceId, projectId } = useParams();
  const workspaces = useWorkspacesWithRole();
  if (!workspaces) return null;
  const workspace = workspaces.find(({ id }) => String(id) === workspaceId);
  if (!workspace) return <Navigate to="/not-found" replace />;
  const isKnown = projectId === undefined || workspace.projects.some(({ id }) => String(id) === projectId);
  return (
    <Can do={opening(to)} in={workspace} otherwise={<Navigate to="/access-denied" replace />}>
      {isKnown ? (
        <WorkspaceContext.Provider value={workspace}>
          <Outlet />
        </WorkspaceContext.Provider>
      ) : (
        <Navigate to="/not-found" replace />
      )}
    </Can>
  );
}

/** Access to open the page of an endpoint: opening changes nothing, and the page itself says what the plan lacks. */
export const opening = ({ access }: Asked): Asked => ({ access, safe: true });

/** The workspace in the page's URL, with the caller's role; only inside a {@link RequireRole}. */
export function useWorkspace(): WorkspaceWithRole {
  const workspace = useContext(WorkspaceContext);
  if (!workspace) throw new Error('useWorkspace is called outside of a page of a workspace');
  return workspace;
}

/** The project in the page's URL; only inside a {@link RequireRole}. */
export function useProject(): Project {
  const { projectId } = useParams();
  const project = useWorkspace().projects.find(({ id }) => String(id) === projectId);
  if (!project) throw new Error('useProject is called outside of a page of a project');
  return project;
}
