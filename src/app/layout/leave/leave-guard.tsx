import type { ItemAddress } from '@quartermaster/contract/parts/part-api.ts';
import { paths } from '@quartermaster/contract/paths.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type BlockerFunction, createPath, type Location, matchPath, Outlet, useBlocker } from 'react-router-dom';
import { useServices } from '../../../shared/services/services.ts';
import { useStableCallback } from '../../../shared/ui/hooks/use-stable-callback.ts';
import { lazyPart } from '../../../shared/ui/lazy/lazy-part.tsx';
import { useHasOpened } from '../../../shared/ui/lazy/use-has-opened.ts';
import { useApp } from '../../context/app-context.ts';
import { NoteScreen } from '../note-screen.tsx';

const LeaveDialog = lazyPart(() => import('./leave-dialog.tsx').then((m) => m.LeaveDialog));

/** One element, so that a change of the guard's own state does not render the pages again. */
const outlet = <Outlet />;

/** The pages, and the guard of navigation away from them. */
export function LeaveGuard() {
  const [hidden, setHidden] = useState(0);
  // React Router never removes the blocker of a component that was hidden and is shown again.
  useEffect(() => () => setHidden((before) => before + 1), []);
  return (
    <>
      {outlet}
      <NoteScreen />
      <Guard key={hidden} />
    </>
  );
}

/**
 * Asks for confirmation before navigation away from a page with unsaved changes. Navigation to a page that the host
 * does not show is passed to the host.
 */
function Guard() {
  const { unsavedChanges, overlay, notify, part } = useServices();
  const { props, onlyPages } = useApp();
  const [names, setNames] = useState<string[]>([]);
  const [canSave, setCanSave] = useState(false);
  /** The target of a blocked navigation, if the host does not show that page. */
  const [elsewhere, setElsewhere] = useState<string | null>(null);
  const shouldBlock = useCallback<BlockerFunction>(
    ({ currentLocation, nextLocation, historyAction }) => {
      // The routes replace the target of "back".
      const isExit = historyAction !== 'POP' && onlyPages.isExit(currentLocation.pathname, nextLocation.pathname);
      setElsewhere(isExit ? createPath(nextLocation) : null);
      if (isExit) return true;
      const isBlocked = unsavedChanges.isDirty() && currentLocation.pathname !== nextLocation.pathname;
      // Stored until the dialog has closed, which is longer than navigation is blocked.
      if (isBlocked) {
        setNames(unsavedChanges.names());
        // A user who has to sign in again cannot save.
        setCanSave(nextLocation.pathname !== paths.signIn && unsavedChanges.canSave());
      }
      return isBlocked;
    },
    [unsavedChanges, onlyPages],
  );
  const blocker = useBlocker(shouldBlock);
  useEffect(() => {
    if (blocker.state !== 'blocked' || elsewhere === null) return;
    blocker.reset();
    const item = part && itemAt(elsewhere);
    if (item) part.emit({ type: 'opened', item, to: elsewhere });
    else if (props.onLeave) props.onLeave(elsewhere);
    else notify.info('That page is not shown here');
  }, [blocker, elsewhere, props, notify, part]);
  /** The target of the navigation before which the changes are saved: the dialog is closed meanwhile, so that the form can show errors. */
  const [savingFor, setSavingFor] = useState<Location>();
  const isSaveDue = useRef(false);
  const isAsking = blocker.state === 'blocked' && elsewhere === null && blocker.location !== savingFor;
  const goOn = useStableCallback(() => {
    blocker.proceed?.();
    // Otherwise the dialog keeps the focus until both it and the page are unmounted, and no page takes the focus.
    blurWithin(overlay);
  });
  // A save that was running has ended: nothing would be lost any more.
  useEffect(() => (isAsking ? unsavedChanges.onceClean(goOn) : undefined), [isAsking, unsavedChanges, goOn]);
  const follow = useStableCallback((isSaved: boolean) => (isSaved ? goOn() : blocker.reset?.()));
  const saveIfDue = () => {
    if (!isSaveDue.current) return;
    isSaveDue.current = false;
    void unsavedChanges.save().then(follow);
  };
  const isMounted = useHasOpened(isAsking);
  return (
    isMounted && (
      <LeaveDialog
        opened={isAsking}
        names={names}
        onStay={() => blocker.reset?.()}
        onSave={
          canSave
            ? () => {
                isSaveDue.current = true;
                setSavingFor(blocker.location);
              }
            : undefined
        }
        // Only then, so that the focus moves to an error, and not back to where it was before the dialog.
        onClosed={saveIfDue}
        onLeave={() => {
          // A user who has to sign in again has not discarded the stored draft.
          unsavedChanges.clear({ isDiscarded: blocker.location?.pathname !== paths.signIn });
          goOn();
        }}
      />
    )
  );
}

/** The item that a path of the console opens. */
function itemAt(path: string): ItemAddress | null {
  const { params } = matchPath(paths.item, path.split(/[?#]/)[0] ?? '') ?? {};
  return params ? { templateId: params.templateId ?? '', id: Number(params.id) } : null;
}

function blurWithin(element: HTMLElement): void {
  const focused = element.ownerDocument.activeElement;
  if (focused instanceof HTMLElement && element.contains(focused)) focused.blur();
}
