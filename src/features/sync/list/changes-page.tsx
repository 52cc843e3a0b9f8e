import { Button, VisuallyHidden } from '@mantine/core';
import type { Environment } from '@quartermaster/contract/access.ts';
import { type ChangeList, nothingSelected, sync, syncReviews } from '@quartermaster/contract/endpoints/sync.ts';
import { paths } from '@quartermaster/contract/paths.ts';
import { IconHistory } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { Can } from '../../../shared/access/can.tsx';
import { loadMoreChanges, syncChangeQueries } from '../../../shared/data/sync/sync-changes.ts';
import { syncReviewQueries } from '../../../shared/data/sync/sync-reviews.ts';
import { noChanges, type SyncScope, useStartSync } from '../../../shared/data/sync/syncs.ts';
import { useRequest } from '../../../shared/services/request.ts';
import type { Crumb } from '../../../shared/services/services.ts';
import { ChangeCounts } from '../../../shared/ui/change/change-mark.tsx';
import { useHasOpened } from '../../../shared/ui/lazy/use-has-opened.ts';
import { LinkButton } from '../../../shared/ui/link-button.tsx';
import { useNotify } from '../../../shared/ui/notify.ts';
import { EmptyState } from '../../../shared/ui/page/empty-state.tsx';
import { ErrorState } from '../../../shared/ui/page/error-state.tsx';
import { texts } from '../../../shared/ui/texts.ts';
import type { SelectionActions } from '../dialog/check-problems.tsx';
import { Direction } from '../direction.tsx';
import { ChangePanel, RequestReviewDialog, SyncDialog } from '../lazy-parts.ts';
import { OutdatedAlert } from '../outdated-alert.tsx';
import { OpenReviews } from '../reviews/open-reviews.tsx';
import classes from '../sync.module.css';
import { SyncPage } from '../sync-page.tsx';
import { useOpenChange } from '../use-open-change.ts';
import { ChangesView } from './changes-view.tsx';
import { ListFilters } from './list-filters.tsx';
import { ListSkeleton } from './list-skeleton.tsx';
import { allTitle, chosenText, foundText } from './list-texts.ts';
import { RunningSync } from './running-sync.tsx';
import { menuNote, noneFoundNote, sectionsOf, templateNote } from './sections.ts';
import {
  countsOf,
  incompleteTemplates,
  isNothing,
  nothing,
  type Selection,
  toRequest,
  unlistedTemplates,
  withMore,
  withoutItems,
} from './selection.ts';
import { useFoundChanges } from './use-found-changes.ts';
import { useListFilter } from './use-list-filter.ts';
import { useSelection } from './use-selection.ts';

interface ChangesPageProps {
  source: Environment;
  target: Environment;
  back: Crumb;
}

/** Lists, selects and syncs all changes. */
export function ChangesPage({ source, target, back }: ChangesPageProps) {
  const instanceId = useInstanceId();
  const request = useRequest();
  const queries = useQueryClient();
  const notify = useNotify();
  const filter = useListFilter();
  const { all: list, found, answered, isFiltered, loadMore, loadAll } = useFoundChanges(instanceId, filter.items);
  const reviews = useQuery(syncReviewQueries.open(request, instanceId));
  const { opened, addressOf, show } = useOpenChange();
  const template = list.data?.templates.some(({ template_id }) => template_id === filter.template)
    ? filter.template
    : undefined;
  const sections = useMemo(
    () => (found.data ? sectionsOf(found.data, answered, template) : []),
    [found.data, answered, template],
  );
  const { selection, setSelection, forList } = useSelection({
    all: list.data,
    found: found.data,
    sections,
    loadAll: isFiltered ? loadAll : undefined,
  });
  const searchInput = useRef<HTMLInputElement>(null);
  const start = useStartSync(instanceId);
  const [openDialog, setOpenDialog] = useState<'all' | 'selected' | 'review' | null>(null);
  const [isOutdated, setOutdated] = useState(false);
  const { queryKey } = syncChangeQueries.changes(request, instanceId, {});

  const loadMoreOfAll = (templateId: string) => loadMoreChanges(request, queries, instanceId, {}, templateId);
  /** Loads all items of templates; false if that fails, which the call itself shows. */
  const loadWhole = async (templateIds: readonly string[]) => {
    try {
      for (const templateId of templateIds) while (await loadMoreOfAll(templateId));
      return true;
    } catch {
      return false;
    }
  };
  const open = async (what: 'selected' | 'review') => {
    if (what === 'selected' && isNothing(selection)) return notify.info(nothingSelected);
    if (await loadWhole(incompleteTemplates(selection))) setOpenDialog(what);
  };
  const afterSync = () => {
    setSelection(nothing);
    setOutdated(false);
  };
  const refresh = async () => {
    setOpenDialog(null);
    setOutdated(true);
    await queries.invalidateQueries({ queryKey });
    const fresh = queries.getQueryData(queryKey);
    // A selected item that no longer exists would make the next sync fail, too.
    if (fresh) await loadWhole(unlistedTemplates(selection, fresh));
  };

  const chosen = countsOf(selection, list.data?.templates ?? []);
  const isRunning = start.isPending || (list.data?.running ?? null) !== null;
  const isEmpty = list.data !== undefined && list.data.templates.length === 0 && !list.data.menu.is_changed;
  const error = (list.data ? null : list.error) ?? (found.data ? null : found.error);
  // The content above the list appears together with it, as it would otherwise move it.
  const isReady = list.data !== undefined && (found.data !== undefined || found.isError) && !reviews.isPending;
  const retry = () => {
    if (list.isError) void list.refetch();
    void found.refetch();
  };
  const scope = useMemo(() => scopeOf(openDialog, selection, list.data), [openDialog, selection, list.data]);
  const selectionActions: SelectionActions = {
    onInclude: (items, templates) => setSelection(withMore(selection, items, templates)),
    onLeaveOut: (items) => setSelection(withoutItems(selection, items)),
  };
  const isReviewMounted = useHasOpened(openDialog === 'review');
  const isDialogMounted = useHasOpened(openDialog === 'all' || openDialog === 'selected');

  const actions = (
    <>
      <LinkButton variant="default" to={paths.syncHistory} leftSection={<IconHistory size={16} aria-hidden />}>
        History
      </LinkButton>
      {!isEmpty && (
        <Can do={syncReviews.create}>
          <Button variant="default" disabled={!list.data} onClick={() => void open('review')}>
            Send for review
          </Button>
        </Can>
      )}
      {!isEmpty && (
        <Can do={sync.some}>
          <Button variant="default" disabled={isRunning} onClick={() => void open('selected')}>
            Sync selected
          </Button>
          <Button disabled={isRunning || !list.data} onClick={() => setOpenDialog('all')}>
            Sync all
          </Button>
        </Can>
      )}
    </>
  );

  const dialogs = (
    <>
      {isReviewMounted && list.data && (
        <RequestReviewDialog
          opened={openDialog === 'review'}
          onClose={() => setOpenDialog(null)}
          target={target}
          scope={scope}
          onChanged={() => void refresh()}
          amount={isNothing(selection) ? 'Nothing is selected, so all changes are sent.' : chosenText(chosen)}
          {...(scope.kind === 'selection' && selectionActions)}
        />
      )}
      {isDialogMounted && list.data && (
        <SyncDialog
          opened={openDialog === 'all' || openDialog === 'selected'}
          onClose={() => setOpenDialog(null)}
          title={openDialog === 'all' ? allTitle(isFiltered || template !== undefined) : 'Sync selected changes'}
          source={source}
          target={target}
          sides={{ source: source.toLowerCase(), target: target.toLowerCase() }}
          scope={scope}
          counts={openDialog === 'all' ? { ...list.data.counts, menu: list.data.menu.is_changed } : chosen}
          seen={openDialog === 'all' ? list.data.revision : undefined}
          success={
            openDialog === 'all'
              ? 'Your changes have been successfully synced'
              : 'Your selected changes have been successfully synced'
          }
          confirmLabel={`Yes, sync to ${target.toLowerCase()}`}
          start={start}
          onApplied={afterSync}
          onChanged={() => void refresh()}
          targetId={list.data.target.id}
          {...(scope.kind === 'selection' && selectionActions)}
        />
      )}
    </>
  );

  return (
    <SyncPage
      title={texts.instanceSync}
      back={back}
      nextToTitle={<Direction source={source} target={target} />}
      actions={actions}
      dialogs={() => dialogs}
    >
      {isReady && list.data?.running && <RunningSync id={list.data.running.id} target={target} />}
      {isReady && <OpenReviews reviews={reviews.data ?? []} />}
      {isOutdated && <OutdatedAlert isSelection={!isNothing(selection)} onClose={() => setOutdated(false)} />}
      {!isEmpty && (
        <div className={classes.toolbar} style={isReady ? undefined : { visibility: 'hidden' }}>
          <ListFilters
            filter={filter}
            templates={list.data?.templates ?? []}
            template={template}
            searchInput={searchInput}
          />
          {(found.data || !isReady) && <ChangeCounts counts={found.data?.counts ?? someCounts} />}
          <VisuallyHidden role="status">
            {isFiltered && found.data && !found.isPlaceholderData && foundText(sections)}
          </VisuallyHidden>
          <span className={classes.spacer} />
          <span className={classes.chosen} role="status">
            {!isNothing(selection) && chosenText(chosen)}
          </span>
          {!isNothing(selection) && (
            <Button variant="subtle" size="compact-sm" onClick={() => setSelection(nothing)}>
              Clear selection
            </Button>
          )}
        </div>
      )}
      {/* A different element than the skeleton, as the list may begin further down. */}
      <div key={isReady ? 'list' : 'loading'} className={classes.main}>
        {isReady && list.data && !isEmpty && sections.length > 0 && (
          <ChangesView
            // Another list starts at its first line.
            key={`${answered.search} ${answered.change} ${template}`}
            label="Changes"
            sections={sections}
            selection={forList}
            addressOf={addressOf}
            opened={opened}
            onOpen={show}
            onMissing={({ templateId }) => {
              // The call itself shows its failure.
              if (templateId !== null) loadMore(templateId).catch(() => undefined);
            }}
            note={({ templateId }) => (templateId === null ? menuNote : isFiltered ? noneFoundNote : templateNote)}
          />
        )}
        {isReady && list.data && !isEmpty && opened && (
          <ChangePanel
            opened={opened}
            source={source}
            target={list.data.target}
            nameOf={(templateId) =>
              list.data.templates.find(({ template_id }) => template_id === templateId)?.name ?? templateId
            }
            onClose={() => show(null)}
          />
        )}
        {isReady && list.data && !isEmpty && found.data && sections.length === 0 && (
          <EmptyState
            title={texts.noResults}
            message="No change matches all of the filters."
            action={
              <Button
                variant="default"
                onClick={() => {
                  searchInput.current?.focus();
                  filter.clear();
                }}
              >
                {texts.clearFilters}
              </Button>
            }
          />
        )}
        {!isReady && !error && <ListSkeleton />}
        {isReady && isEmpty && (
          <EmptyState
            title={noChanges}
            message={`Changes made in ${source.toLowerCase()} are listed here until they are synced to ${target.toLowerCase()}.`}
          />
        )}
        {error && <ErrorState error={error} title="The changes could not be loaded" retry={retry} />}
      </div>
    </SyncPage>
  );
}

/** Placeholder for the counts while they load. */
const someCounts = { added: 1, updated: 1, removed: 1 };

function scopeOf(
  openDialog: 'all' | 'selected' | 'review' | null,
  selection: Selection,
  list: ChangeList | undefined,
): SyncScope {
  if (openDialog === 'all' || (openDialog === 'review' && isNothing(selection)) || !list) return { kind: 'all' };
  return { kind: 'selection', selection: toRequest(selection, list) };
}
