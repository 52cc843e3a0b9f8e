import type { GuardedEndpoint } from '@quartermaster/contract/access.ts';
import type { Project } from '@quartermaster/contract/endpoints/workspaces.ts';
import { paths } from '@quartermaster/contract/paths.ts';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { useWorkspace } from '../../shared/access/require-role.tsx';
import { UnlessPlanFailed } from '../../shared/access/unless-plan-failed.tsx';
import { shownBy, useIsHeld } from '../../shared/access/use-is-held.ts';
import { useRefusal } from '../../shared/access/use-refusal.ts';
import { KeptNotice } from '../../shared/ui/page/kept-notice.tsx';

interface RequireChangeProps {
  /** The endpoint that the form calls. */
  to: GuardedEndpoint;
  project?: Project;
  /** Rendered while the plan is loading. */
  pending: ReactNode;
  children: ReactNode;
}

/**
 * Guards a form inside a role guard: redirects to /access-denied if the plan or the subscription does not allow it. If that happens while
 * the form has unsaved input, the form stays until it is left.
 */
export function RequireChange({ to, project, pending, children }: RequireChangeProps) {
  const workspace = useWorkspace();
  const refusal = useRefusal(to, workspace, project);
  const isHeld = useIsHeld(shownBy(refusal));
  const isOfRole = refusal === 'role' || refusal === 'no-role';
  if (refusal === null || isHeld) {
    return (
      <>
        {/* The role's guard itself shows that access was lost. */}
        {refusal !== null && !isOfRole && <KeptNotice what="form" refusal={refusal} />}
        {children}
      </>
    );
  }
  if (refusal === 'unknown') return pending;
  // The role guard has passed: it is the plan that could not be loaded.
  if (isOfRole) {
    return (
      <UnlessPlanFailed workspaceId={workspace.id} pending={pending}>
        {null}
      </UnlessPlanFailed>
    );
  }
  return <Navigate to={paths.accessDenied} replace />;
}
