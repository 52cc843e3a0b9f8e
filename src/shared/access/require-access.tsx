import type { GuardedEndpoint } from '@quartermaster/contract/access.ts';
import { paths } from '@quartermaster/contract/paths.ts';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { EmptyState } from '../ui/page/empty-state.tsx';
import { useInstanceId } from './active-instance.ts';
import { useInstanceContext } from './instance-context.ts';
import { UnlessPlanFailed } from './unless-plan-failed.tsx';
import { shownBy, useIsHeld } from './use-is-held.ts';
import { useRefusal } from './use-refusal.ts';

interface RequireAccessProps {
  /** The endpoint that the page needs. */
  to: GuardedEndpoint;
  /** Rendered while the permissions are loading. */
  pending?: ReactNode;
  children: ReactNode;
}

/**
 * Guards a page of an instance: redirects to /access-denied without permission, to /not-allowed in the wrong environment. If the permission
 * is lost while the page has unsaved input, the page stays until it is left.
 */
export function RequireAccess({ to, pending = null, children }: RequireAccessProps) {
  const instanceId = useInstanceId();
  const place = useInstanceContext();
  const refusal = useRefusal(to);
  const isHeld = useIsHeld(shownBy(refusal));
  if (to.access.scope === 'instance' && instanceId === 0) {
    return <EmptyState title="No instance chosen" message="Choose an instance in the header to see this page." />;
  }
  if (refusal === null || isHeld) return children;
  if (refusal === 'unknown') return pending;
  const away = <Navigate to={refusal === 'environment' ? paths.notAllowed : paths.accessDenied} replace />;
  if (refusal !== 'role' || !place) return away;
  return (
    <UnlessPlanFailed workspaceId={place.workspace.id} pending={pending}>
      {away}
    </UnlessPlanFailed>
  );
}
