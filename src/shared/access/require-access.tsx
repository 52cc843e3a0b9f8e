import type { Asked } from '@quartermaster/contract/access.ts';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { EmptyState } from '../ui/page/empty-state.tsx';
import { useInstanceId } from './active-instance.ts';
import { Can } from './can.tsx';

interface RequireAccessProps {
  /** The endpoint that the page needs. */
  to: Asked;
  /** Rendered while the permissions are loading. */
  pending?: ReactNode;
  children: ReactNode;
}

/** Guards a page of an instance: redirects to /access-denied without permission, and to /not-allowed in the wrong environment. */
export function RequireAccess({ to, pending, children }: RequireAccessProps) {
  const instanceId = useInstanceId();
  if (to.access.scope === 'instance' && instanceId === 0) {
    return <EmptyState title="No instance chosen" message="Choose an instance in the header to see this page." />;
  }
  return (
    <Can
      do={to}
      pending={pending}
      otherwise={(refusal) => <Navigate to={refusal === 'environment' ? '/not-allowed' : '/access-denied'} replace />}
    >
      {children}
    </Can>
  );
}
