import { Alert, Button, Skeleton, Stack } from '@mantine/core';
import type { Environment } from '@quartermaster/contract/access.ts';
import { type ChangeList, nothingSelected, sync, syncReviews } from '@quartermaster/contract/endpoints/sync.ts';
import { IconHistory } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { Can } from '../../../shared/access/can.tsx';
import { loadMoreChanges, syncChangeQueries } from '../../../shared/data/sync/sync-changes.ts';
import { noChanges, type SyncScope, useStartSync } from '../../../shared/data/sync/syncs.ts';
import { useRequest } from '../../../shared/services/request.ts';
import type { Crumb } from '../../../shared/services/services.ts';
import { ChangeCounts } from '../../../shared/ui/change/change-mark.tsx';
import { count } from '../../../shared/ui/count.ts';
import { Delayed } from '../../../shared/ui/lazy/delayed.tsx';
import { useHasOpened } from '../../../shared/ui/lazy/use-has-opened.ts';
import { LinkButton } from '../../../shared/ui/link-button.tsx';
import { useNotify } from '../../../shared/ui/notify.ts';
import { EmptyState } from '../../../shared/ui/page/empty-state.tsx';
import { ErrorState } from '../../../shared/ui/page/error-state.tsx';
import { PageHeader } from '../../../shared/ui/page/page-header.tsx';
import { Direction } from '../direction.tsx';
import { ChangePanel, RequestReviewDialog, SyncDialog } from '../lazy-parts.ts';
import { OpenReviews } from '../reviews/open-reviews.tsx';
import classes from '../sync.module.css';
import { historyPath } from '../sync-paths.ts';
import { useOpenChange } from '../use-open-change.ts';
import { ChangesView } from './changes-view.tsx';
import { RunningSync } from './running-sync.tsx';
import { menuNote, sectionsOf, templateNote } from './sections.ts';
import {
  countsOf,
  incompleteTemplates,
  isNothing,
  nothing,
  type Selection,
  toRequest,
  withMore,
  withoutItems,
} from './selection.ts';
import { TemplateFilter } from './template-filter.tsx';
import { useSelection } from './use-selection.ts';

interface ChangesPageProps {
  source: Environment;
  target: Environment;
  back: Crumb;
}

/** Where all changes are listed, selected and synced. */
export function ChangesPage({ source, target, back }: ChangesPageProps) {
  const instanceId = useInstanceId();
  const request = useRequest();
  const queries = useQueryClient();
  const notify = useNotify();
  const [search, setSearch] = useSearchParams();
  const list = useQuery(syncChangeQueries.changes(request, instanceId, {}));
  const { opened, addressOf, show } = useOpenChange();
  const wanted = search.get('template') ?? undefined;
  const filter = list.data?.templates.some(({ template_id }) => template_id === wanted) ? wanted : undefined;
  const sections = useMemo(() => (list.data ? sectionsOf(list.data, filter) : []), [list.data, filter]);
  const { selection, setSelection, forList } = useSelection(list.data, sections);
  const start = useStartSync(instanceId);
  const [asked, setAsked] = useState<'all' | 'selected' | 'review' | null>(null);
  const [isOutdated, setOutdated] = useState(false);
  const { queryKey } = syncChangeQueries.changes(request, instanceId, {});

  const loadMore = (templateId: string) => loadMoreChanges(request, queries, instanceId, {}, templateId);
  const open = async (what: 'selected' | 'review') => {
    if (what === 'selected' && isNothing(selection)) return notify.info(nothingSelected);
    // A failure is shown by the call itself.
    try {
      for (const templateId of incompleteTemplates(selection)) while (await loadMore(templateId));
    } catch {
      return;
    }
    setAsked(what);
  };
  const afterSync = () => {
    setSelection(nothing);
    setOutdated(false);
  };
  const refresh = () => {
    setAsked(null);
    setOutdated(true);
    void queries.invalidateQueries({ queryKey });
  };

  const chosen = countsOf(selection, list.data?.templates ?? []);
  const chosenItems = chosen.added + chosen.updated + chosen.removed;
  const isRunning = start.isPending || (list.data?.running ?? null) !== null;
  const isEmpty = list.data !== undefined && list.data.templates.length === 0 && !list.data.menu.is_changed;
  const scope = useMemo(() => scopeOf(asked, selection, list.data), [asked, selection, list.data]);
  const isReviewMounted = useHasOpened(asked === 'review');
  const isDialogMounted = useHasOpened(asked === 'all' || asked === 'selected');

  const actions = (
    <>
      <LinkButton variant="default" to={historyPath} leftSection={<IconHistory size={16} aria-hidden />}>
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
          <Button disabled={isRunning || !list.data} onClick={() => setAsked('all')}>
            Sync all
          </Button>
        </Can>
      )}
    </>
  );

  return (
    <div className={classes.page}>
      <PageHeader
        title="Instance sync"
        back={back}
        beside={<Direction source={source} target={target} />}
        actions={actions}
      />
      {list.data?.running && <RunningSync id={list.data.running.id} target={target} />}
      <OpenReviews />
      {isOutdated && (
        <Alert color="amber" variant="light" role="alert" withCloseButton onClose={() => setOutdated(false)}>
          Some of these changes became others while you were looking at them, so nothing was synced. The list is up to
          date now, and your selection is as it was. Look at it and sync again.
        </Alert>
      )}
      {list.data && !isEmpty && (
        <div className={classes.toolbar}>
          <div className={classes.filter}>
            <TemplateFilter
              templates={list.data.templates}
              value={filter}
              onChange={(templateId) =>
                setSearch((before) => withParameter(before, 'template', templateId), { replace: true })
              }
            />
          </div>
          <ChangeCounts counts={list.data.counts} />
          <span className={classes.spacer} />
          <span className={classes.chosen} role="status">
            {!isNothing(selection) && chosenText(chosenItems, chosen.templates, chosen.menu)}
          </span>
          {!isNothing(selection) && (
            <Button variant="subtle" size="compact-sm" onClick={() => setSelection(nothing)}>
              Clear selection
            </Button>
          )}
        </div>
      )}
      <div className={classes.main}>
        {list.data && !isEmpty && (
          <ChangesView
            label="Changes"
            sections={sections}
            selection={forList}
            addressOf={addressOf}
            opened={opened}
            onOpen={show}
            onMissing={({ templateId }) => {
              // A failure is shown by the call itself.
              if (templateId !== null) loadMore(templateId).catch(() => undefined);
            }}
            note={({ templateId }) => (templateId === null ? menuNote : templateNote)}
          />
        )}
        {list.data && !isEmpty && opened && (
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
        {isEmpty && (
          <EmptyState
            title={noChanges}
            message={`What is edited in ${source.toLowerCase()} is listed here until it is synced to ${target.toLowerCase()}.`}
          />
        )}
        {!list.data && !list.error && <ListSkeleton />}
        {!list.data && list.error && (
          <ErrorState error={list.error} title="The changes could not be loaded" retry={() => void list.refetch()} />
        )}
      </div>
      {isReviewMounted && list.data && (
        <RequestReviewDialog
          opened={asked === 'review'}
          onClose={() => setAsked(null)}
          selection={isNothing(selection) ? null : toRequest(selection, list.data)}
          amount={
            isNothing(selection)
              ? 'Nothing is selected, so all changes are sent.'
              : chosenText(chosenItems, chosen.templates, chosen.menu)
          }
        />
      )}
      {isDialogMounted && list.data && (
        <SyncDialog
          opened={asked === 'all' || asked === 'selected'}
          onClose={() => setAsked(null)}
          title={asked === 'all' ? 'Sync all changes' : 'Sync selected changes'}
          source={source}
          target={target}
          sides={{ source: source.toLowerCase(), target: target.toLowerCase() }}
          scope={scope}
          counts={asked === 'all' ? { ...list.data.counts, menu: list.data.menu.is_changed } : chosen}
          seen={asked === 'all' ? list.data.revision : undefined}
          success={
            asked === 'all'
              ? 'Your changes have been successfully synced'
              : 'Your selected changes have been successfully synced'
          }
          confirmLabel={`Yes, sync to ${target.toLowerCase()}`}
          start={start}
          onApplied={afterSync}
          onChanged={refresh}
          targetId={list.data.target.id}
          {...(asked === 'all'
            ? {}
            : {
                onInclude: (items, templates) => setSelection(withMore(selection, items, templates)),
                onLeaveOut: (items) => setSelection(withoutItems(selection, items)),
              })}
        />
      )}
    </div>
  );
}

function scopeOf(
  asked: 'all' | 'selected' | 'review' | null,
  selection: Selection,
  list: ChangeList | undefined,
): SyncScope {
  if (asked === 'all' || !list) return { kind: 'all' };
  return { kind: 'selection', selection: toRequest(selection, list) };
}

/** Says how much is selected: `3 items, 1 template and the navigation selected`. */
function chosenText(items: number, templates: number, menu: boolean): string {
  const parts = [
    ...(items > 0 ? [count(items, 'item')] : []),
    ...(templates > 0 ? [count(templates, 'template')] : []),
    ...(menu ? ['the navigation'] : []),
  ];
  return `${parts.join(', ')} selected`;
}

function withParameter(before: URLSearchParams, name: string, value: string | undefined): URLSearchParams {
  const next = new URLSearchParams(before);
  if (value === undefined) next.delete(name);
  else next.set(name, value);
  return next;
}

const placeholders = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

const ListSkeleton = () => (
  <div style={{ flex: 1 }}>
    <Delayed>
      <Stack gap={12} aria-hidden>
        <Skeleton height={44} />
        {placeholders.map((row) => (
          <Skeleton key={row} height={24} />
        ))}
      </Stack>
    </Delayed>
  </div>
);
