import { paths } from '@quartermaster/contract/paths.ts';
import { useCallback, useState } from 'react';
import { type BlockerFunction, Outlet, useBlocker } from 'react-router-dom';
import { useServices } from '../../../shared/services/services.ts';
import { lazyPart } from '../../../shared/ui/lazy/lazy-part.tsx';
import { useHasOpened } from '../../../shared/ui/lazy/use-has-opened.ts';
import { NoteScreen } from '../note-screen.tsx';

const LeaveDialog = lazyPart(() => import('./leave-dialog.tsx').then((m) => m.LeaveDialog));

/** One element, so that a change of the guard's own state does not render the pages again. */
const outlet = <Outlet />;

/** Asks for confirmation before navigation away from a page with unsaved changes. */
export function LeaveGuard() {
  const { unsavedChanges, overlay } = useServices();
  const [names, setNames] = useState<string[]>([]);
  const shouldBlock = useCallback<BlockerFunction>(
    ({ currentLocation, nextLocation }) => {
      const isBlocked = unsavedChanges.isDirty() && currentLocation.pathname !== nextLocation.pathname;
      // Stored until the dialog has closed, which is longer than navigation is blocked.
      if (isBlocked) setNames(unsavedChanges.names());
      return isBlocked;
    },
    [unsavedChanges],
  );
  const blocker = useBlocker(shouldBlock);
  const isAsking = blocker.state === 'blocked';
  const isMounted = useHasOpened(isAsking);
  return (
    <>
      {outlet}
      <NoteScreen />
      {isMounted && (
        <LeaveDialog
          opened={isAsking}
          names={names}
          onStay={() => blocker.reset?.()}
          onLeave={() => {
            // A user who has to sign in again has not discarded the stored draft.
            unsavedChanges.clear({ isDiscarded: blocker.location?.pathname !== paths.signIn });
            blocker.proceed?.();
            // Otherwise the dialog keeps the focus until both it and the page are unmounted, and no page takes the focus.
            blurWithin(overlay);
          }}
        />
      )}
    </>
  );
}

function blurWithin(element: HTMLElement): void {
  const focused = element.ownerDocument.activeElement;
  if (focused instanceof HTMLElement && element.contains(focused)) focused.blur();
}
