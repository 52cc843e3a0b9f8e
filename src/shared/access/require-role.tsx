import type { Asked } from '@quartermaster/contract/access.ts';
import type { Project } from '@quartermaster/contract/endpoints/workspaces.ts';
import { createContext, useContext, useEffect, useRef } from 'react';
import { Navigate, Outlet, useParams } from 'react-router-dom';
import { KeptNotice } from '../ui/page/kept-notice.tsx';
import { type RoledWorkspace, useRoledWorkspaces } from './roled-workspaces.ts';
import { useIsHeld } from './use-is-held.ts';
import { useRefusals } from './use-refusal.ts';

const WorkspaceContext = createContext<RoledWorkspace | null>(null);

/**
 * Guards the routes below it that have `:workspaceId` and perhaps `:projectId` in their path: what is not known leads to
 * /not-found, no role there or one that does not suffice for `to` to /access-denied. What the caller may do in the active
 * instance plays no part. Where the role is lost while something is typed, the page stays until it is left.
 */
export function RequireRole({ to }: { to: Asked }) {
  const { workspaceId, projectId } = useParams();
  const workspaces = useRoledWorkspaces();
  const workspace = workspaces?.find(({ id }) => String(id) === workspaceId);
  const [refusal] = useRefusals(opening(to), workspace ? [workspace] : []);
  const isKnown = projectId === undefined || workspace?.projects.some(({ id }) => String(id) === projectId);
  const open = workspace && isKnown && refusal === null ? workspace : undefined;
  const last = useRef(open);
  useEffect(() => {
    if (open) last.current = open;
  }, [open]);
  const isPending = !workspaces || refusal === 'unknown';
  const isHeld = useIsHeld(open ? 'shown' : isPending ? 'pending' : 'refused');
  const shown = isHeld ? last.current : open;
  if (shown) {
    return (
      <WorkspaceContext.Provider value={shown}>
        {isHeld && <KeptNotice what="form" refusal={refusal ?? 'no-role'} />}
        <Outlet />
      </WorkspaceContext.Provider>
    );
  }
  if (isPending) return null;
  return <Navigate to={workspace && refusal !== null ? '/access-denied' : '/not-found'} replace />;
}

/** The opening of a page whose purpose is an endpoint: it changes nothing, and what the plan lacks the page itself says. */
export const opening = ({ access }: Asked): Asked => ({ access, safe: true });

/** The workspace of the page's address, with the caller's role; only below a {@link RequireRole}. */
export function useWorkspace(): RoledWorkspace {
  const workspace = useContext(WorkspaceContext);
  if (!workspace) throw new Error('useWorkspace is called outside of a page of a workspace');
  return workspace;
}

/** The project of the page's address; only below a {@link RequireRole}. */
export function useProject(): Project {
  const { projectId } = useParams();
  const project = useWorkspace().projects.find(({ id }) => String(id) === projectId);
  if (!project) throw new Error('useProject is called outside of a page of a project');
  return project;
}
