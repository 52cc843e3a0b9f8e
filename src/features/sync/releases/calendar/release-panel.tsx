import { CloseButton, Skeleton } from '@mantine/core';
import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { Release, releases } from '@quartermaster/contract/endpoints/releases.ts';
import { releasePath } from '@quartermaster/contract/paths.ts';
import { zoneOffset } from '@quartermaster/contract/time-zone.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useRef } from 'react';
import { useInstanceId } from '../../../../shared/access/active-instance.ts';
import { releaseQueries, timeOf } from '../../../../shared/data/sync/releases.ts';
import { syncChangeQueries } from '../../../../shared/data/sync/sync-changes.ts';
import { DifferenceLine } from '../../../../shared/item-diff/difference.tsx';
import { RowPicture } from '../../../../shared/links/row-picture.tsx';
import { useRequest } from '../../../../shared/services/request.ts';
import { commonKeys } from '../../../../shared/ui/actions/keys.ts';
import { usePageAction } from '../../../../shared/ui/actions/page-actions.ts';
import { authorName } from '../../../../shared/ui/author-name.ts';
import { ChangeMark, changeWords } from '../../../../shared/ui/change/change-mark.tsx';
import { count } from '../../../../shared/ui/count.ts';
import { Direction } from '../../../../shared/ui/direction.tsx';
import { useFocusFallback } from '../../../../shared/ui/hooks/use-focus-fallback.ts';
import { useNow } from '../../../../shared/ui/hooks/use-now.ts';
import { TextLink } from '../../../../shared/ui/link-button.tsx';
import { ErrorState } from '../../../../shared/ui/page/error-state.tsx';
import { timeAgo, timeUntil } from '../../../../shared/ui/time-ago.ts';
import { DecidedConflicts, isAnyDecided } from '../decided-conflicts.tsx';
import { ReleaseActions, ReleaseDialogs } from '../release-actions.tsx';
import { ReleaseState } from '../release-state.tsx';
import { weekdayTime, zoneText } from '../time/clock.ts';
import { useReleaseDialogs } from '../use-release-dialogs.ts';
import classes from './release-panel.module.css';
import { ReleaseSum } from './release-sum.tsx';
import { useContents } from './use-contents.ts';

interface ReleasePanelProps {
  id: number;
  zone: string;
  onClose: () => void;
}

/** A release next to the calendar: its state, time, changes and decisions, and its buttons. */
export function ReleasePanel({ id, zone, onClose }: ReleasePanelProps) {
  const { data, error, refetch } = useQuery(releaseQueries.get(useRequest(), useInstanceId(), id));
  if (data) return <LoadedPanel key={id} data={data} zone={zone} onClose={onClose} />;
  return (
    <Frame label="Release" id={id} onClose={onClose}>
      <div className={classes.body}>
        {error ? (
          <ErrorState error={error} title="The release could not be loaded" retry={() => void refetch()} />
        ) : (
          <Skeleton height={160} m="xl" w="auto" />
        )}
      </div>
    </Frame>
  );
}

interface FrameProps {
  label: string;
  id: number;
  onClose: () => void;
  children: ReactNode;
  /** Of {@link useFocusFallback}. */
  panel?: RefObject<HTMLElement | null>;
  focus?: ReturnType<typeof useFocusFallback>['props'];
}

function Frame({ label, id, onClose, children, panel, focus }: FrameProps) {
  const self = useRef<HTMLElement>(null);
  const frame = panel ?? self;
  const close = () => {
    const page = frame.current?.parentElement;
    const hasFocus = frame.current?.contains(document.activeElement);
    onClose();
    // The focused element unmounts with the panel.
    if (hasFocus) page?.querySelector<HTMLElement>(`[data-release="${id}"]`)?.focus();
  };
  usePageAction({ label: 'Close the release', keys: commonKeys.close }, close);
  return (
    <aside ref={frame} className={classes.panel} aria-label={label} tabIndex={-1} {...focus}>
      {children}
      <CloseButton className={classes.close ?? ''} aria-label="Close the release" title="Close (Esc)" onClick={close} />
    </aside>
  );
}

interface LoadedPanelProps {
  data: Output<typeof releases.get>;
  zone: string;
  onClose: () => void;
}

function LoadedPanel({ data, zone, onClose }: LoadedPanelProps) {
  const { release, decided } = data;
  const { id, name, notes, state, source, reason } = release;
  const panel = useRef<HTMLElement>(null);
  const { props, onClosed } = useFocusFallback(panel);
  const instanceId = useInstanceId();
  const isHere = source.id === instanceId;
  const isWaiting = isHere && (state === 'open' || state === 'refused');
  const list = useQuery({
    ...syncChangeQueries.changes(useRequest(), instanceId, { release: id }),
    enabled: isWaiting,
  });
  const dialogs = useReleaseDialogs(data);
  return (
    <>
      <Frame label={`Release ${name}`} id={id} onClose={onClose} panel={panel} focus={props}>
        <div className={classes.body}>
          <div className={classes.state}>
            <ReleaseState release={release} />
            <Distance release={release} />
          </div>
          <h2 className={classes.title} aria-live="polite">
            {name}
          </h2>
          <Facts release={release} zone={zone}>
            {isWaiting && <ReleaseSum scope={dialogs.publishing} list={list} />}
          </Facts>
          {notes && <p className={classes.notes}>{notes}</p>}
          {state === 'refused' && <p className={classes.refused}>{reason}</p>}
          <Contents release={release} />
          {isAnyDecided(decided) && (
            <section>
              <h3 className={classes.section}>Decisions</h3>
              <div className={classes.decided}>
                <DecidedConflicts decided={decided} release={release} />
              </div>
            </section>
          )}
        </div>
        {isHere && (
          <footer className={classes.actions}>
            <ReleaseActions isQuiet release={release} isListed={list.data !== undefined} dialogs={dialogs} />
          </footer>
        )}
      </Frame>
      {/* Outside the panel, as their events would bubble to it. */}
      {isHere && <ReleaseDialogs release={release} list={list.data} dialogs={dialogs} onClosed={onClosed} />}
    </>
  );
}

/** When the release was published or cancelled; otherwise its planned time. */
const momentOf = (release: Release): string =>
  release.state === 'cancelled' ? (release.ended_at ?? '') : timeOf(release);

function Distance({ release }: { release: Release }) {
  const now = useNow();
  const at = Date.parse(momentOf(release));
  if (Number.isNaN(at)) return null;
  // What has just ended may be ahead of the last tick.
  const isAhead = (release.state === 'open' || release.state === 'publishing') && at > now;
  return <span className={classes.quiet}>{isAhead ? timeUntil(at, now) : timeAgo(at, now)}</span>;
}

function Facts({ release, zone, children }: { release: Release; zone: string; children: ReactNode }) {
  const { state, source, target, by, planned_by, is_all, exports_after, publish_at, time_zone } = release;
  const into = target.env.toLowerCase();
  const at = momentOf(release);
  const isPublished = state === 'published';
  const isCancelled = state === 'cancelled';
  return (
    <dl className={classes.facts}>
      <dt>From, to</dt>
      <dd>
        <Direction source={source.env} target={target.env} />
      </dd>
      <dt>{isPublished ? 'Published' : isCancelled ? 'Cancelled' : 'Publish at'}</dt>
      <dd>{at === '' ? 'No time yet' : <Time at={at} zone={zone} />}</dd>
      {time_zone !== null && publish_at !== null && (time_zone !== zone || publish_at !== at) && (
        <>
          <dt>Planned for</dt>
          <dd>
            <Time at={publish_at} zone={time_zone} />
          </dd>
        </>
      )}
      <dt>{isPublished ? 'Published by' : 'Planned by'}</dt>
      <dd>{authorName((planned_by ?? by).name, 'start')}</dd>
      {is_all && (
        <>
          <dt>Changes</dt>
          <dd>everything that differs from {into}</dd>
        </>
      )}
      {exports_after && (
        <>
          <dt>Afterwards</dt>
          <dd>an export of {into}</dd>
        </>
      )}
      {children}
    </dl>
  );
}

function Time({ at, zone }: { at: string; zone: string }) {
  const moment = Date.parse(at);
  return (
    <time dateTime={at}>
      <span className={classes.time}>{weekdayTime(moment, zoneOffset(zone))}</span>
      <span className={classes.quiet}>{zoneText(moment, zone)}</span>
    </time>
  );
}

function Contents({ release }: { release: Release }) {
  const { id, source } = release;
  const { lines, total, isLoading } = useContents(release);
  const instanceId = useInstanceId();
  const path = releasePath(id, instanceId);
  const rest = (total ?? 0) - lines.length;
  return (
    <section>
      <h3 className={classes.section}>
        Changes
        {total !== null && <span>{count(total, 'change')}</span>}
      </h3>
      {isLoading && <Skeleton height={34} mx="md" w="auto" />}
      <ul className={classes.lines} aria-label="Some of the changes">
        {lines.map(({ key, kind, name, image, difference }) => (
          <li key={key}>
            <span role="img" aria-label={changeWords[kind]}>
              <ChangeMark kind={kind} word="" />
            </span>
            <RowPicture image={image} label={name} />
            <span className={classes.name} title={name}>
              {name}
            </span>
            {difference && (
              <span className={classes.difference}>
                <DifferenceLine difference={difference} />
              </span>
            )}
          </li>
        ))}
      </ul>
      <div className={classes.link}>
        <TextLink to={path}>{rest > 0 ? count(rest, 'more change') : 'Open the release'}</TextLink>
        {total === null && !isLoading && source.id !== instanceId && (
          <span className={classes.quiet}>It comes from {source.env.toLowerCase()}.</span>
        )}
      </div>
    </section>
  );
}
