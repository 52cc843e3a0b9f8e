import { Button, VisuallyHidden } from '@mantine/core';
import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { releases } from '@quartermaster/contract/endpoints/releases.ts';
import { sync, syncReviews } from '@quartermaster/contract/endpoints/sync.ts';
import { paths } from '@quartermaster/contract/paths.ts';
import { Can } from '../../../shared/access/can.tsx';
import { iconToolButton, toolButton } from '../../../shared/ui/compact.ts';
import { IconCalendarClock } from '../../../shared/ui/icons/calendar-clock.ts';
import { IconCalendarEvent } from '../../../shared/ui/icons/calendar-event.ts';
import { IconEye } from '../../../shared/ui/icons/eye.ts';
import { IconHistory } from '../../../shared/ui/icons/history.ts';
import { LinkButton } from '../../../shared/ui/link-button.tsx';
import { texts } from '../../../shared/ui/texts.ts';

interface ChangesActionsProps {
  isLoaded: boolean;
  /** True if there are no changes at all: then only the history remains. */
  isEmpty: boolean;
  /** True while a sync runs: no other can be started. */
  isRunning: boolean;
  hasSelection: boolean;
  onReview: () => void;
  onPlan: () => void;
  onSyncSelected: () => void;
  onSyncAll: () => void;
}

/** The buttons of the page of changes; the filled one syncs what is selected, or else all. */
export function ChangesActions(props: ChangesActionsProps) {
  const { isLoaded, isEmpty, isRunning, hasSelection, onReview, onPlan, onSyncSelected, onSyncAll } = props;
  return (
    <>
      <Can do={changeSets.list}>
        <LinkButton {...iconToolButton} to={paths.syncHistory} title={texts.history}>
          <IconHistory size={18} aria-hidden />
          <VisuallyHidden>{texts.history}</VisuallyHidden>
        </LinkButton>
      </Can>
      <LinkButton {...iconToolButton} to={paths.releases} title="Releases">
        <IconCalendarEvent size={18} aria-hidden />
        <VisuallyHidden>Releases</VisuallyHidden>
      </LinkButton>
      {!isEmpty && (
        <Can do={syncReviews.create}>
          <Button
            {...toolButton}
            leftSection={<IconEye size={16} aria-hidden />}
            disabled={!isLoaded}
            onClick={onReview}
          >
            Send for review
          </Button>
        </Can>
      )}
      {!isEmpty && (
        <Can do={releases.create}>
          <Button
            {...toolButton}
            leftSection={<IconCalendarClock size={16} aria-hidden />}
            disabled={!isLoaded}
            onClick={onPlan}
          >
            Plan release
          </Button>
        </Can>
      )}
      {!isEmpty && (
        <Can do={sync.some}>
          <Button variant={hasSelection ? 'filled' : 'default'} disabled={isRunning} onClick={onSyncSelected}>
            Sync selected
          </Button>
          <Button variant={hasSelection ? 'default' : 'filled'} disabled={isRunning || !isLoaded} onClick={onSyncAll}>
            Sync all
          </Button>
        </Can>
      )}
    </>
  );
}
