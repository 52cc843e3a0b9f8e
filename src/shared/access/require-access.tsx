import type { GuardedEndpoint } from '@quartermaster/contract/access.ts';
import type { Project } from '@quartermaster/contract/endpoints/workspaces.ts';
import { paths } from '@quartermaster/contract/paths.ts';
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { instanceSwitcherPlaceAtom } from '../services/chrome.ts';
import { EmptyState } from '../ui/page/empty-state.tsx';
import { LostPermissionNotice } from '../ui/page/lost-permission-notice.tsx';
import { useInstanceId } from './active-instance.ts';
import { useInstanceContext } from './instance-context.ts';
import { UnlessPlanFailed } from './unless-plan-failed.tsx';
import { shownBy, useIsRetained } from './use-is-retained.ts';
import { useRefusal } from './use-refusal.ts';
import type { WorkspaceWithRole } from './workspaces-with-role.ts';

interface RequireAccessProps {
  /** The endpoint that the page needs. */
  to: GuardedEndpoint;
  /** The workspace of the page, inside a `RequireRole`; by default the page is of the active instance. */
  workspace?: WorkspaceWithRole;
  /** The project of the page, with `workspace`. */
  project?: Project;
  /** Rendered while the permissions or the plan are loading. */
  pending?: ReactNode;
  children: ReactNode;
}

/**
 * Guards a page of an instance or, with `workspace`, a form in a workspace, whose role its route checks: redirects to /access-denied without
 * permission, to /not-allowed in the wrong environment. If access is lost while the page has unsaved input, the page stays until it is left.
 */
export function RequireAccess({ to, workspace, project, pending = null, children }: RequireAccessProps) {
  const instanceId = useInstanceId();
  const context = useInstanceContext();
  const switcherPlace = useAtomValue(instanceSwitcherPlaceAtom);
  const refusal = useRefusal(to, workspace, project);
  const isRetained = useIsRetained(shownBy(refusal));
  const isOfRole = refusal === 'role' || refusal === 'no-role';
  if (to.access.scope === 'instance' && instanceId === 0) {
    return <EmptyState title="No instance chosen" message={`Choose an instance ${switcherPlace} to see this page.`} />;
  }
  if (refusal === null || isRetained) {
    return (
      <>
        {/* A page of an instance shows the notice itself, next to what can be copied; a route's guard shows it for a lost role. */}
        {workspace && refusal !== null && !isOfRole && <LostPermissionNotice what="form" refusal={refusal} />}
        {children}
      </>
    );
  }
  if (refusal === 'unknown') return pending;
  const away = <Navigate to={refusal === 'environment' ? paths.notAllowed : paths.accessDenied} replace />;
  if (workspace ? !isOfRole : refusal !== 'role' || !context) return away;
  return (
    <UnlessPlanFailed workspaceId={workspace?.id ?? context?.workspace.id ?? 0} pending={pending}>
      {/* In a workspace the route's guard has passed the role: only the plan was missing. */}
      {workspace ? null : away}
    </UnlessPlanFailed>
  );
}
