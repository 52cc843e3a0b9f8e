import type { Environment } from '@quartermaster/contract/access.ts';
import type { ChangeList } from '@quartermaster/contract/endpoints/sync.ts';
import { type ComponentProps, useMemo } from 'react';
import type { SyncScope } from '../../../shared/data/sync/sync-scope.ts';
import { useLast } from '../../../shared/ui/hooks/use-last.ts';
import { useHasOpened } from '../../../shared/ui/lazy/use-has-opened.ts';
import type { SelectionActions } from '../dialog/check-problems.tsx';
import { PlanReleaseDialog, RequestReviewDialog, SyncDialog } from '../lazy-parts.ts';
import { allTitle, chosenText } from './list-texts.ts';
import { countsOf, isEmptySelection, type Selection, toRequest, withDependencies, withoutItems } from './selection.ts';

/** What a dialog of the page of changes is about. */
export type ChangesDialog = 'all' | 'selected' | 'review' | 'release';

interface ChangesDialogsProps
  extends Required<Pick<ComponentProps<typeof SyncDialog>, 'start' | 'deciding' | 'onClose' | 'onApplied'>> {
  open: ChangesDialog | null;
  source: Environment;
  target: Environment;
  list: ChangeList;
  /** True if the filters hide changes, which "Sync all" includes. */
  isFiltered: boolean;
  selection: Selection;
  onSelect: (selection: Selection) => void;
  /** Called when the listed changes turn out to be outdated. */
  onChanged: () => void;
}

/** The dialogs that sync changes, send them for review or plan their release. */
export function ChangesDialogs(props: ChangesDialogsProps) {
  const {
    open,
    source,
    target,
    list,
    isFiltered,
    selection,
    onSelect,
    start,
    deciding,
    onClose,
    onApplied,
    onChanged,
  } = props;
  const isReviewMounted = useHasOpened(open === 'review');
  const isReleaseMounted = useHasOpened(open === 'release');
  const isSyncMounted = useHasOpened(open === 'all' || open === 'selected');
  // A dialog keeps its title and counts while it closes.
  const last = useLast(open);
  const scope = useMemo(() => scopeOf(last, selection, list), [last, selection, list]);
  const selected = countsOf(selection, list.templates);
  const actions: SelectionActions = {
    onInclude: (items, templates) => onSelect(withDependencies(selection, items, templates, list)),
    onLeaveOut: (items) => onSelect(withoutItems(selection, items, list)),
  };
  const isAll = last === 'all';
  return (
    <>
      {isReviewMounted && (
        <RequestReviewDialog
          opened={open === 'review'}
          onClose={onClose}
          target={target}
          scope={scope}
          onChanged={onChanged}
          amount={isEmptySelection(selection) ? 'Nothing is selected, so all changes are sent.' : chosenText(selected)}
          {...(scope.kind === 'selection' && actions)}
        />
      )}
      {isReleaseMounted && (
        <PlanReleaseDialog
          opened={open === 'release'}
          onClose={onClose}
          source={source}
          target={target}
          targetId={list.target.id}
          scope={scope}
          onChanged={onChanged}
          amount={
            isEmptySelection(selection)
              ? `Nothing is selected, so it publishes everything that differs from ${target.toLowerCase()} at that time.`
              : `${chosenText(selected)}. They are published as they are in ${source.toLowerCase()} at that time.`
          }
          {...(scope.kind === 'selection' && actions)}
        />
      )}
      {isSyncMounted && (
        <SyncDialog
          opened={open === 'all' || open === 'selected'}
          onClose={onClose}
          title={isAll ? allTitle(isFiltered) : 'Sync selected changes'}
          source={source}
          target={target}
          sides={{ source: source.toLowerCase(), target: target.toLowerCase() }}
          scope={scope}
          counts={isAll ? { ...list.counts, menu: list.menu.is_changed } : selected}
          seen={isAll ? list.revision : undefined}
          success={
            isAll ? 'Your changes have been successfully synced' : 'Your selected changes have been successfully synced'
          }
          confirmLabel={`Yes, sync to ${target.toLowerCase()}`}
          start={start}
          deciding={deciding}
          onApplied={onApplied}
          onChanged={onChanged}
          targetId={list.target.id}
          {...(scope.kind === 'selection' && actions)}
        />
      )}
    </>
  );
}

function scopeOf(
  dialog: ChangesDialog | null | undefined,
  selection: Selection,
  list: ChangeList,
): Extract<SyncScope, { kind: 'all' | 'selection' }> {
  const meansAll = dialog === 'review' || dialog === 'release';
  if (dialog === 'all' || (meansAll && isEmptySelection(selection))) return { kind: 'all' };
  return { kind: 'selection', selection: toRequest(selection, list) };
}
