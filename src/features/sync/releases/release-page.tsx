import { Alert, Skeleton } from '@mantine/core';
import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import { type Release, releases } from '@quartermaster/contract/endpoints/releases.ts';
import { paths, releasePath, syncHistoryEntryPath } from '@quartermaster/contract/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router-dom';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { AddressedInstance } from '../../../shared/access/addressed-instance.tsx';
import { RequireAccess } from '../../../shared/access/require-access.tsx';
import { SubjectComments, SubjectCommentsButton } from '../../../shared/comments/subject-comments.tsx';
import { releaseQueries } from '../../../shared/data/sync/releases.ts';
import { syncChangeQueries } from '../../../shared/data/sync/sync-changes.ts';
import { syncQueries } from '../../../shared/data/sync/syncs.ts';
import { asCheck } from '../../../shared/http/checks.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { authorName } from '../../../shared/ui/author-name.ts';
import { dateTime, whenText } from '../../../shared/ui/date-time.ts';
import { Direction } from '../../../shared/ui/direction.tsx';
import { TextLink } from '../../../shared/ui/link-button.tsx';
import { NotLoaded } from '../../../shared/ui/page/not-loaded.tsx';
import { useIdParam } from '../../../shared/ui/page/use-id-param.ts';
import { HistoryEntry } from '../history/history-entry.tsx';
import { SyncedChanges } from '../history/synced-changes.tsx';
import history from '../history.module.css';
import { PageSkeleton } from '../page-skeleton.tsx';
import { ReviewedChanges } from '../reviews/reviewed-changes.tsx';
import { SyncPage } from '../sync-page.tsx';
import { AlsoPlanned } from './also-planned.tsx';
import { DecidedConflicts, isAnyDecided } from './decided-conflicts.tsx';
import { ReleaseActions, ReleaseDialogs } from './release-actions.tsx';
import { ReleaseState } from './release-state.tsx';
import classes from './releases.module.css';
import { ReleaseTime, releaseTime } from './time/release-time.tsx';
import { useReleaseDialogs } from './use-release-dialogs.ts';

const back = { label: 'Releases', to: paths.releases };

/** A release: what it changes, and the buttons that publish, move, cancel and undo it. */
export function ReleasePage() {
  const id = useIdParam('releaseId');
  if (id === null) return <Navigate to={paths.notFound} replace />;
  return (
    <AddressedInstance>
      <RequireAccess to={releases.get} pending={<PageSkeleton title="Release" back={back} />}>
        <OneRelease key={id} id={id} />
      </RequireAccess>
    </AddressedInstance>
  );
}

function OneRelease({ id }: { id: number }) {
  const query = useQuery(releaseQueries.get(useRequest(), useInstanceId(), id));
  return (
    <HistoryEntry query={query} title="Release" back={back} failure="The release could not be loaded">
      {(data) => <LoadedRelease data={data} />}
    </HistoryEntry>
  );
}

function LoadedRelease({ data }: { data: Output<typeof releases.get> }) {
  const { release } = data;
  const { id, name, state, source, target } = release;
  const instanceId = useInstanceId();
  const request = useRequest();
  const isHere = source.id === instanceId;
  const isWaiting = state === 'open' || state === 'refused';
  const list = useQuery(
    asCheck({ ...syncChangeQueries.changes(request, instanceId, { release: id }), enabled: isHere && isWaiting }),
  );
  const overlaps = useQuery({
    ...releaseQueries.overlaps(request, instanceId, id),
    enabled: isHere && state === 'open',
  });
  const dialogs = useReleaseDialogs(data);
  return (
    <SubjectComments of={{ about: 'release', subject_id: id }}>
      <SyncPage
        title={name}
        back={back}
        nextToTitle={
          <>
            <Direction source={source.env} target={target.env} />
            <SubjectCommentsButton />
          </>
        }
        actions={isHere && <ReleaseActions release={release} isListed={list.data !== undefined} dialogs={dialogs} />}
        dialogs={(onClosed) =>
          isHere && <ReleaseDialogs release={release} list={list.data} dialogs={dialogs} onClosed={onClosed} />
        }
      >
        <ReleaseFacts release={release} />
        {isAnyDecided(data.decided) && (
          <section className={classes.made}>
            <h2>Decisions</h2>
            <DecidedConflicts decided={data.decided} release={release} />
          </section>
        )}
        {state === 'open' && <AlsoPlanned overlaps={overlaps.data ?? []} />}
        {isWaiting && isHere && (
          <ReviewedChanges list={list} source={source.env} target={target} scope={dialogs.scope} />
        )}
        {state === 'published' && release.sync_id !== null && <PublishedChanges syncId={release.sync_id} />}
        {isWaiting && !isHere && (
          <p>
            <TextLink to={releasePath(id, source.id)}>Open it in {source.env}</TextLink> to see what it would change
            now.
          </p>
        )}
      </SyncPage>
    </SubjectComments>
  );
}

/** What a release has changed. */
function PublishedChanges({ syncId }: { syncId: number }) {
  const query = useQuery(syncQueries.get(useRequest(), useInstanceId(), syncId));
  if (query.data) return <SyncedChanges data={query.data} />;
  return (
    <NotLoaded query={query} title="The changes could not be loaded">
      <Skeleton height={320} />
    </NotLoaded>
  );
}

/** Who has planned what for when, and what has become of it. */
function ReleaseFacts({ release }: { release: Release }) {
  const { source, target, by, created_at, is_all, planned_by, exports_after } = release;
  const { state, notes, reason, ended_at, sync_id, report_id } = release;
  const into = target.env.toLowerCase();
  return (
    <>
      <div className={history.facts}>
        <ReleaseState release={release} />
        <ReleaseTime {...releaseTime(release)} hasViewerTime />
        <span title={dateTime(created_at)}>
          created by <strong>{authorName(by.name, 'within')}</strong>, {whenText(created_at)}
        </span>
        {planned_by && planned_by.id !== by.id && (
          <span>
            {state === 'published' ? 'published' : 'planned'} by{' '}
            <strong>{authorName(planned_by.name, 'within')}</strong>
          </span>
        )}
        {is_all && <span>everything that differs from {into}</span>}
        {exports_after && (
          <span>{report_id === null ? `an export of ${into} follows` : `export ${report_id} of ${into} followed`}</span>
        )}
        {sync_id !== null && (
          <TextLink to={syncHistoryEntryPath(sync_id, source.id)}>
            {state === 'published' ? 'Show the synced changes' : 'Show the sync'}
          </TextLink>
        )}
      </div>
      {notes && <blockquote className={history.words}>{notes}</blockquote>}
      {state === 'refused' && (
        <Alert color="red" variant="light" role="alert" title="It was not published, and nothing has changed">
          {reason} {ended_at !== null && `(${dateTime(ended_at)})`}
        </Alert>
      )}
    </>
  );
}
