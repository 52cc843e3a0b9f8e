import type { GuardedEndpoint } from '@quartermaster/contract/access.ts';
import type { Project } from '@quartermaster/contract/endpoints/workspaces.ts';
import { paths } from '@quartermaster/contract/paths.ts';
import { createContext, useContext, useState } from 'react';
import { Navigate, Outlet, useNavigation, useParams } from 'react-router-dom';
import { LostPermissionNotice } from '../ui/page/lost-permission-notice.tsx';
import { useIsRetained } from './use-is-retained.ts';
import { useRefusals } from './use-refusal.ts';
import { useWorkspacesWithRole, type WorkspaceWithRole } from './workspaces-with-role.ts';

const WorkspaceContext = createContext<WorkspaceWithRole | null>(null);

/**
 * Guards the routes below it that have `:workspaceId` and perhaps `:projectId` in their path: redirects to /not-found for unknown ids, and
 * to /access-denied without a role or with one that does not suffice for `to`. Permissions in the active instance play no part. If the role
 * is lost while the page has unsaved input or is being left, the page stays until it is left.
 */
export function RequireRole({ to }: { to: GuardedEndpoint }) {
  const { workspaceId, projectId } = useParams();
  const workspaces = useWorkspacesWithRole();
  const workspace = workspaces?.find(({ id }) => String(id) === workspaceId);
  const [refusal] = useRefusals(opening(to), workspace ? [workspace] : []);
  const isKnown = projectId === undefined || workspace?.projects.some(({ id }) => String(id) === projectId);
  const open = workspace && isKnown && refusal === null ? workspace : undefined;
  const [last, setLast] = useState(open);
  if (open && last !== open) setLast(open);
  const isPending = !workspaces || refusal === 'unknown';
  const isRetained = useIsRetained(open ? 'shown' : isPending ? 'pending' : 'refused');
  // A redirect would cancel the navigation to another page, as after a project was deleted here.
  const isLeaving = useNavigation().state !== 'idle';
  // A page that stays gets the current role, so that its controls disappear.
  const displayed = isRetained || (isLeaving && !open) ? last && { ...last, role: workspace?.role ?? null } : open;
  if (displayed) {
    return (
      <WorkspaceContext.Provider value={displayed}>
        {isRetained && <LostPermissionNotice what="form" refusal={refusal ?? 'no-role'} />}
        <Outlet />
      </WorkspaceContext.Provider>
    );
  }
  if (isPending || isLeaving) return null;
  return <Navigate to={workspace && refusal !== null ? paths.accessDenied : paths.notFound} replace />;
}

/** Access to open the page of an endpoint: opening changes nothing, and the page itself shows what the plan lacks. */
export const opening = ({ access }: GuardedEndpoint): GuardedEndpoint => ({ access, safe: true });

/** The workspace in the page's URL, with the user's role; only inside a {@link RequireRole}. */
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
