import type { Asked } from '@quartermaster/contract/access.ts';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { EmptyState } from '../ui/page/empty-state.tsx';
import { useInstanceId } from './active-instance.ts';
import { Can } from './can.tsx';

interface RequireAccessProps {
  /** The endpoint without which the page has no purpose. */
  to: Asked;
  /** What to show while the permissions are on their way. */
  pending?: ReactNode;
  children: ReactNode;
}

/** Guards a page of an instance: without permission it leads to /access-denied, in the wrong environment to /not-allowed. */
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
