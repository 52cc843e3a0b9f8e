import { Button } from '@mantine/core';
import type { Environment } from '@quartermaster/contract/access.ts';
import { type ChangeList, sync } from '@quartermaster/contract/endpoints/sync.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { useRefusal } from '../../../shared/access/use-refusal.ts';
import { syncReviewQueries } from '../../../shared/data/sync/sync-reviews.ts';
import { noChanges, useStartSync } from '../../../shared/data/sync/syncs.ts';
import { queryKeys } from '../../../shared/http/query-keys.ts';
import { PeopleHere } from '../../../shared/presence/people-here.ts';
import { useRequest } from '../../../shared/services/request.ts';
import type { Crumb } from '../../../shared/services/services.ts';
import { Direction } from '../../../shared/ui/direction.tsx';
import { CheckAgain } from '../../../shared/ui/page/check-again.tsx';
import { EmptyState } from '../../../shared/ui/page/empty-state.tsx';
import { ErrorState } from '../../../shared/ui/page/error-state.tsx';
import { texts } from '../../../shared/ui/texts.ts';
import { ChangesView } from '../changes/changes-view.tsx';
import { RunningSync } from '../changes/running-sync.tsx';
import { menuNote, noneFoundNote, sectionsOf, templateNote } from '../changes/sections.ts';
import { useListFilter } from '../changes/use-list-filter.ts';
import type { Deciding } from '../dialog/decisions.ts';
import { useDecisions } from '../dialog/use-decisions.ts';
import { ChangePanel } from '../lazy-parts.ts';
import { OutdatedAlert } from '../outdated-alert.tsx';
import { OpenReviews } from '../reviews/open-reviews.tsx';
import classes from '../sync.module.css';
import { SyncPage } from '../sync-page.tsx';
import { imageIn, useOpenChange } from '../use-open-change.ts';
import { ChangesActions } from './changes-actions.tsx';
import { ChangesDialogs } from './changes-dialogs.tsx';
import { ChangesToolbar } from './changes-toolbar.tsx';
import { ConflictsNote, conflictsIn, useConflicts } from './conflicts-note.tsx';
import { ListSkeleton } from './list-skeleton.tsx';
import { chosenText, foundText } from './list-texts.ts';
import { countsOf, emptySelection, isEmptySelection } from './selection.ts';
import { useChangesDialogs } from './use-changes-dialogs.ts';
import { useFoundChanges } from './use-found-changes.ts';
import { useSelection } from './use-selection.ts';

interface ChangesPageProps {
  source: Environment;
  target: Environment;
  back: Crumb;
}

/** Lists, selects and syncs all changes. */
export function ChangesPage({ source, target, back }: ChangesPageProps) {
  const instanceId = useInstanceId();
  const page = useChanges(instanceId);
  const { list, found, filter, template, selection, setSelection, isEmpty } = page;
  const reviews = useQuery(syncReviewQueries.open(useRequest(), instanceId));
  const searchInput = useRef<HTMLInputElement>(null);
  const start = useStartSync(instanceId);
  const deciding = useDecisions();
  const dialogs = useChangesDialogs({ instanceId, selection, onSelect: setSelection });
  const { amount, conflicts, isShown } = useAppearance(page, !reviews.isPending);
  const running = list.data?.running ?? null;
  return (
    <SyncPage
      title={texts.instanceSync}
      back={back}
      nextToTitle={
        <>
          <Direction source={source} target={target} />
          <PeopleHere instanceId={instanceId} at={{ kind: 'sync' }} />
        </>
      }
      actions={
        <ChangesActions
          isLoaded={list.data !== undefined}
          isEmpty={isEmpty}
          isRunning={start.isPending || running !== null}
          hasSelection={!isEmptySelection(selection)}
          onReview={() => void dialogs.open('review')}
          onPlan={() => void dialogs.open('release')}
          onSyncSelected={() => void dialogs.open('selected')}
          onSyncAll={() => void dialogs.open('all')}
        />
      }
      dialogs={() =>
        list.data && (
          <ChangesDialogs
            open={dialogs.opened}
            source={source}
            target={target}
            list={list.data}
            isFiltered={page.isFiltered || template !== undefined}
            selection={selection}
            onSelect={setSelection}
            start={start}
            deciding={deciding}
            onClose={dialogs.close}
            onApplied={dialogs.afterSync}
            onChanged={() => void dialogs.refresh()}
          />
        )
      }
    >
      {isShown && (
        <>
          <RunningSync running={running} target={target} />
          <OpenReviews reviews={reviews.data ?? []} />
        </>
      )}
      {dialogs.isOutdated && (
        <OutdatedAlert isSelection={!isEmptySelection(selection)} onClose={dialogs.dismissOutdated} />
      )}
      <CheckAgain queryKey={queryKeys.instance.sync(instanceId)} />
      {!isEmpty && (
        <ChangesToolbar
          isVisible={isShown}
          filter={filter}
          templates={page.templates}
          template={template}
          searchInput={searchInput}
          counts={found.data ? found.data.counts : isShown ? null : undefined}
          found={page.foundText}
          selected={page.selectedText}
          onClear={() => setSelection(emptySelection)}
        />
      )}
      {isShown && amount > 0 && (
        <ConflictsNote
          amount={amount}
          items={conflicts ?? []}
          sides={{ source: source.toLowerCase(), target: target.toLowerCase() }}
          decisions={deciding.decisions}
          onShow={filter.setChange}
        />
      )}
      <MainPart
        page={page}
        isShown={isShown}
        source={source}
        target={target}
        deciding={deciding}
        onClear={() => {
          searchInput.current?.focus();
          filter.clear();
        }}
      />
    </SyncPage>
  );
}

/** The conflicts among the changes, and whether the list is shown: content above it appears together with it, so as not to push it down. */
function useAppearance({ filter, found, isFiltered, isReady }: ReturnType<typeof useChanges>, isRestReady: boolean) {
  const amount = filter.items.isConflict ? 0 : conflictsIn(found.data);
  const conflicts = useConflicts(isFiltered ? 0 : amount);
  // Later, a first conflict must not remove the list.
  const [hasAppeared, setAppeared] = useState(false);
  const isShown = isReady && isRestReady && (hasAppeared || conflicts !== undefined);
  if (isShown && !hasAppeared) setAppeared(true);
  return { amount, conflicts, isShown };
}

interface MainPartProps extends Omit<ListedChangesProps, 'list'> {
  target: Environment;
  isShown: boolean;
}

/** The list, or what is in its place. */
function MainPart({ target, isShown, ...listed }: MainPartProps) {
  const { list, isEmpty, error, retry } = listed.page;
  return (
    // A new element replaces the skeleton: the list may start lower, and must not count as moved.
    <div key={isShown ? 'list' : 'loading'} className={classes.main}>
      {isShown && list.data && !isEmpty && <ListedChanges {...listed} list={list.data} />}
      {!isShown && !error && <ListSkeleton />}
      {isShown && isEmpty && <NothingToSync source={listed.source} target={target} />}
      {error && <ErrorState error={error} title="The changes could not be loaded" retry={retry} />}
    </div>
  );
}

const NothingToSync = ({ source, target }: Pick<ChangesPageProps, 'source' | 'target'>) => (
  <EmptyState
    title={noChanges}
    message={`Changes made in ${source.toLowerCase()} are listed here until they are synced to ${target.toLowerCase()}.`}
  />
);

/** The changes to the other instance, those that match the filter, and which of them are selected. */
function useChanges(instanceId: number) {
  const filter = useListFilter();
  const { all: list, found, answered, isFiltered, loadMore, loadAll } = useFoundChanges(instanceId, filter.items);
  const template = list.data?.templates.some(({ template_id }) => template_id === filter.template)
    ? filter.template
    : undefined;
  const sections = useMemo(
    () => (found.data ? sectionsOf(found.data, answered, template) : []),
    [found.data, answered, template],
  );
  const selected = useSelection({
    all: list.data,
    found: found.data,
    sections,
    loadAll: isFiltered ? loadAll : undefined,
  });
  const templates = list.data?.templates ?? [];
  return {
    ...{ list, templates, found, filter, answered, isFiltered, template, sections, loadMore },
    ...selected,
    isReady: list.data !== undefined && (found.data !== undefined || found.isError),
    isEmpty: list.data !== undefined && list.data.templates.length === 0 && !list.data.menu.is_changed,
    selectedText: isEmptySelection(selected.selection)
      ? undefined
      : chosenText(countsOf(selected.selection, templates)),
    foundText: isFiltered && found.data && !found.isPlaceholderData ? foundText(sections) : undefined,
    error: (list.data ? null : list.error) ?? (found.data ? null : found.error),
    retry: () => {
      if (list.isError) void list.refetch();
      void found.refetch();
    },
  };
}

interface ListedChangesProps {
  page: ReturnType<typeof useChanges>;
  list: ChangeList;
  source: Environment;
  deciding: Deciding;
  /** Clears the filters. */
  onClear: () => void;
}

/** The changes that match the filters, and the one that is open. */
function ListedChanges({ page, list, source, deciding, onClear }: ListedChangesProps) {
  const { found, answered, isFiltered, template, sections, forList, loadMore } = page;
  const { opened, addressOf, show } = useOpenChange();
  const canSync = useRefusal(sync.some) === null;
  return (
    <>
      {sections.length > 0 && (
        <ChangesView
          // A list with another filter starts at its top.
          key={`${answered.search} ${answered.change} ${answered.isConflict} ${template}`}
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
      {opened && (
        <ChangePanel
          opened={opened}
          source={source}
          target={list.target}
          nameOf={(templateId) =>
            list.templates.find(({ template_id }) => template_id === templateId)?.name ?? templateId
          }
          image={imageIn(list.templates, opened)}
          deciding={canSync ? deciding : undefined}
          onClose={() => show(null)}
        />
      )}
      {found.data && sections.length === 0 && <NoneFound onClear={onClear} />}
    </>
  );
}

const NoneFound = ({ onClear }: { onClear: () => void }) => (
  <EmptyState
    title={texts.noResults}
    message="No change matches all of the filters."
    action={
      <Button variant="default" onClick={onClear}>
        {texts.clearFilters}
      </Button>
    }
  />
);
