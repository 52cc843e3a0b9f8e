import { useCallback } from 'react';
import { type BlockerFunction, Outlet, useBlocker } from 'react-router-dom';
import { useServices } from '../../../shared/services/services.ts';
import { latePart } from '../../../shared/ui/late/late-part.tsx';
import { useEver } from '../../../shared/ui/late/use-ever.ts';

const LeaveDialog = latePart(() => import('./leave-dialog.tsx').then((m) => m.LeaveDialog));

/** Asks before a page with unsaved changes is left by a link, by history or by the address. */
export function LeaveGuard() {
  const { unsavedChanges } = useServices();
  const shouldBlock = useCallback<BlockerFunction>(
    ({ currentLocation, nextLocation }) =>
      unsavedChanges.isDirty() && currentLocation.pathname !== nextLocation.pathname,
    [unsavedChanges],
  );
  const blocker = useBlocker(shouldBlock);
  const isAsking = blocker.state === 'blocked';
  const isMounted = useEver(isAsking);
  return (
    <>
      <Outlet />
      {isMounted && (
        <LeaveDialog
          opened={isAsking}
          onStay={() => blocker.reset?.()}
          onLeave={() => {
            // Whoever has to sign in again has not given up what was kept of it.
            unsavedChanges.clear({ isGivenUp: blocker.location?.pathname !== '/login' });
            blocker.proceed?.();
          }}
        />
      )}
    </>
  );
}
