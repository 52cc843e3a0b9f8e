import { Button } from '@mantine/core';
import { type Release, releases } from '@quartermaster/contract/endpoints/releases.ts';
import { type ChangeList, sync } from '@quartermaster/contract/endpoints/sync.ts';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { Can } from '../../../shared/access/can.tsx';
import { useCancelRelease } from '../../../shared/data/sync/releases.ts';
import { ConfirmDialog } from '../../../shared/ui/dialog/confirm-dialog.tsx';
import { useHasOpened } from '../../../shared/ui/lazy/use-has-opened.ts';
import { UndoButton } from '../history/history-entry.tsx';
import { SyncDialog } from '../lazy-parts.ts';
import { ChangeTimeDialog } from './time/change-time-dialog.tsx';
import type { ReleaseDialogsState } from './use-release-dialogs.ts';

interface ReleaseActionsProps {
  release: Release;
  /** True once its changes are listed. */
  isListed: boolean;
  /** Next to the main action of another page. */
  isQuiet?: boolean;
  dialogs: ReleaseDialogsState;
}

/** What can be done with a release in its state. */
export function ReleaseActions({ release, isListed, isQuiet = false, dialogs }: ReleaseActionsProps) {
  const { start, setOpen } = dialogs;
  const { state, sync_id, undone_by } = release;
  if (state === 'published' && sync_id !== null && undone_by === null)
    return (
      <UndoButton do={sync.undo} isUndoing={start.isPending} onClick={() => setOpen('undo')}>
        Undo this release
      </UndoButton>
    );
  if (state !== 'open' && state !== 'refused') return null;
  return (
    <>
      {state === 'open' && (
        <Can do={releases.cancel}>
          <Button
            {...(isQuiet ? { variant: 'subtle', color: 'gray', px: 'xs' } : { variant: 'default' })}
            disabled={start.isPending}
            onClick={() => setOpen('cancel')}
          >
            Cancel release
          </Button>
        </Can>
      )}
      <Can do={releases.schedule}>
        <Button variant="default" disabled={start.isPending} onClick={() => setOpen('time')}>
          Change time
        </Button>
      </Can>
      <Can do={releases.publish}>
        <Button
          variant={isQuiet ? 'default' : 'filled'}
          disabled={start.isPending || !isListed}
          onClick={() => setOpen('publish')}
        >
          Publish now
        </Button>
      </Can>
    </>
  );
}

interface ReleaseDialogsProps {
  release: Release;
  list: ChangeList | undefined;
  dialogs: ReleaseDialogsState;
  onClosed: () => void;
}

/** The dialogs of {@link ReleaseActions}. */
export function ReleaseDialogs({ release, list, dialogs, onClosed }: ReleaseDialogsProps) {
  const { id, name, source, target, counts } = release;
  const { start, open, close, refresh, publishing, decideAgain, undoing } = dialogs;
  const isPublishMounted = useHasOpened(open === 'publish');
  const isUndoMounted = useHasOpened(open === 'undo');
  const { mutateAsync: cancel } = useCancelRelease(useInstanceId(), id);
  const into = target.env.toLowerCase();
  const common = { source: source.env, target: target.env, start, onClose: close, onChanged: refresh };
  return (
    <>
      {isPublishMounted && list && (
        <SyncDialog
          {...common}
          opened={open === 'publish'}
          title={`Publish “${name}”`}
          targetId={target.id}
          sides={{ source: source.env.toLowerCase(), target: into }}
          scope={publishing}
          counts={{ ...list.counts, menu: list.menu.is_changed }}
          success="The release was published"
          confirmLabel={`Yes, publish to ${into}`}
          missingHint="The release does not have them. Sync them first, or cancel it and plan it again with them."
          onDecideAgain={decideAgain}
          onApplied={() => undefined}
        />
      )}
      {isUndoMounted && (
        <SyncDialog
          {...common}
          opened={open === 'undo'}
          title={`Undo “${name}”`}
          sides={{ source: 'as before the release', target: 'as it is now' }}
          scope={undoing}
          counts={{ added: 0, updated: counts.items, removed: 0, templates: counts.templates, menu: counts.menu }}
          success="The release was undone"
          confirmLabel="Yes, undo it"
          onApplied={() => undefined}
        />
      )}
      <ChangeTimeDialog opened={open === 'time'} release={release} onClose={close} onClosed={onClosed} />
      <ConfirmDialog
        opened={open === 'cancel'}
        title="Cancel release"
        message={`“${name}” is not published. It stays in the list.`}
        confirmLabel="Yes, cancel it"
        cancelLabel="Keep it"
        danger
        onCancel={close}
        onConfirm={async () => {
          await cancel();
          close();
        }}
        onClosed={onClosed}
      />
    </>
  );
}
