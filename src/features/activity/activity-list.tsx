import { Button } from '@mantine/core';
import type { ActivityEntry } from '@quartermaster/contract/endpoints/activity.ts';
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { isToday } from 'date-fns/isToday';
import { isYesterday } from 'date-fns/isYesterday';
import { useEffect, useEffectEvent, useId, useMemo } from 'react';
import type { InstanceContext } from '../../shared/access/instance-context.ts';
import { activityQueries } from '../../shared/data/activity.ts';
import { useRequest } from '../../shared/services/request.ts';
import { BusyButton } from '../../shared/ui/busy-button.tsx';
import { dayOfWeek, isoDay } from '../../shared/ui/date-time.ts';
import { ErrorCallout } from '../../shared/ui/error-callout.tsx';
import { useInView } from '../../shared/ui/hooks/use-in-view.ts';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { ErrorState } from '../../shared/ui/page/error-state.tsx';
import { texts } from '../../shared/ui/texts.ts';
import classes from './activity.module.css';
import { ActivityLine } from './activity-line.tsx';
import { ActivitySkeleton } from './activity-skeleton.tsx';
import type { ActivityAddress } from './use-activity-address.ts';

interface ActivityListProps {
  context: InstanceContext;
  address: ActivityAddress;
}

/** What was done, newest first, by day; earlier entries are loaded as the end comes into view. */
export function ActivityList({ context, address }: ActivityListProps) {
  const project = { workspaceId: context.workspace.id, projectId: context.project.id };
  const query = useInfiniteQuery(activityQueries.list(useRequest(), project, address.filters));
  const { data, error, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query;
  const days = useMemo(() => daysOf(data), [data]);
  if (!data) {
    if (!error) return <ActivitySkeleton />;
    return <ErrorState error={error} title="The activity could not be loaded" retry={() => void refetch()} />;
  }
  if (days.length === 0) return <NoEntries address={address} />;
  return (
    <section
      className={classes.days}
      aria-label={texts.activity}
      aria-busy={isPlaceholderData || isFetchingNextPage}
      data-stale={isPlaceholderData || undefined}
    >
      {days.map(({ day, entries }) => (
        <Day key={day} entries={entries} workspaceId={context.workspace.id} />
      ))}
      <ErrorCallout error={error} />
      {(hasNextPage || data.pages.length > 1) && !isPlaceholderData && (
        <Earlier
          pages={data.pages.length}
          isEnd={!hasNextPage}
          isLoading={isFetchingNextPage}
          hasFailed={error !== null}
          onMore={() => void fetchNextPage()}
        />
      )}
    </section>
  );
}

type Pages = InfiniteData<{ entries: ActivityEntry[] }>;

function daysOf(data: Pages | undefined): { day: string; entries: ActivityEntry[] }[] {
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  const byDay = Map.groupBy(entries, ({ at }) => isoDay(at));
  return [...byDay].map(([day, ofDay]) => ({ day, entries: ofDay }));
}

function dayName(at: string): string {
  if (isToday(at)) return 'Today';
  if (isYesterday(at)) return 'Yesterday';
  return dayOfWeek(at);
}

function Day({ entries, workspaceId }: { entries: readonly ActivityEntry[]; workspaceId: number }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={classes.day}>
        {dayName(entries[0]?.at ?? '')}
      </h2>
      <ul className={classes.entries}>
        {entries.map((entry) => (
          <ActivityLine key={entry.id} entry={entry} workspaceId={workspaceId} />
        ))}
      </ul>
    </section>
  );
}

interface EarlierProps {
  /** How many pages are loaded. */
  pages: number;
  isEnd: boolean;
  isLoading: boolean;
  hasFailed: boolean;
  onMore: () => void;
}

/** Loads earlier entries once it comes into view, or by its button after a failure. */
function Earlier({ pages, isEnd, isLoading, hasFailed, onMore }: EarlierProps) {
  const load = () => {
    if (!isLoading && !isEnd) onMore();
  };
  const label = isEnd ? 'No earlier entries' : 'Show earlier entries';
  // The same button on every page, also on the last, so that it keeps the focus; what is observed is another one for each.
  return (
    <div className={classes.earlier}>
      <End
        key={pages}
        onSeen={() => {
          if (!hasFailed) load();
        }}
      />
      <BusyButton isBusy={isLoading} isIdle={isEnd} onClick={load}>
        {hasFailed && !isEnd ? texts.tryAgain : label}
      </BusyButton>
    </div>
  );
}

/** Covers the button, without being in its way, to notice when it comes into view. */
function End({ onSeen }: { onSeen: () => void }) {
  const [ref, isSeen] = useInView();
  const seen = useEffectEvent(onSeen);
  useEffect(() => {
    if (isSeen) seen();
  }, [isSeen]);
  return <div ref={ref} className={classes.end} aria-hidden />;
}

function NoEntries({ address: { isFiltered, clear } }: { address: ActivityAddress }) {
  if (!isFiltered) {
    return (
      <EmptyState
        title="No activity yet"
        message="Saves, syncs, imports and exports are listed here, with who did them, and when."
      />
    );
  }
  return (
    <EmptyState
      title={texts.noResults}
      message="Nothing that was done matches these filters."
      action={
        <Button variant="default" onClick={clear}>
          {texts.clearFilters}
        </Button>
      }
    />
  );
}
