import { lazy, Suspense, useCallback } from 'react';
import { type BlockerFunction, Outlet, useBlocker } from 'react-router-dom';
import { useServices } from '../../shared/session/services.ts';
import { useEver } from '../../shared/ui/use-ever.ts';

const LeaveDialog = lazy(async () => ({ default: (await import('./leave-dialog.tsx')).LeaveDialog }));

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
        <Suspense>
          <LeaveDialog
            opened={isAsking}
            onStay={() => blocker.reset?.()}
            onLeave={() => {
              unsavedChanges.clear();
              blocker.proceed?.();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
