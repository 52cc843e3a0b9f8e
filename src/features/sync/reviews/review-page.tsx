import { Alert, Button } from '@mantine/core';
import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import { type SyncReview, syncReviews } from '@quartermaster/contract/endpoints/sync.ts';
import { paths, syncHistoryEntryPath } from '@quartermaster/contract/paths.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { AddressedInstance } from '../../../shared/access/addressed-instance.tsx';
import { Can } from '../../../shared/access/can.tsx';
import { RequireAccess } from '../../../shared/access/require-access.tsx';
import { useRefusal } from '../../../shared/access/use-refusal.ts';
import { SubjectComments, SubjectCommentsButton } from '../../../shared/comments/subject-comments.tsx';
import { syncChangeQueries } from '../../../shared/data/sync/sync-changes.ts';
import { syncReviewQueries } from '../../../shared/data/sync/sync-reviews.ts';
import type { SyncScope } from '../../../shared/data/sync/sync-scope.ts';
import { useStartSync } from '../../../shared/data/sync/syncs.ts';
import { asCheck } from '../../../shared/http/checks.ts';
import { queryKeys } from '../../../shared/http/query-keys.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { authorName } from '../../../shared/ui/author-name.ts';
import { dateTime } from '../../../shared/ui/date-time.ts';
import { Direction } from '../../../shared/ui/direction.tsx';
import { useHasOpened } from '../../../shared/ui/lazy/use-has-opened.ts';
import { TextLink } from '../../../shared/ui/link-button.tsx';
import { ErrorState } from '../../../shared/ui/page/error-state.tsx';
import { PageHeader } from '../../../shared/ui/page/page-header.tsx';
import { useIdParam } from '../../../shared/ui/page/use-id-param.ts';
import { PersonMark } from '../../../shared/ui/person-mark.tsx';
import { texts } from '../../../shared/ui/texts.ts';
import { timeAgo } from '../../../shared/ui/time-ago.ts';
import { useDecisions } from '../dialog/use-decisions.ts';
import history from '../history.module.css';
import { SyncDialog } from '../lazy-parts.ts';
import { OutdatedAlert } from '../outdated-alert.tsx';
import { PageSkeleton } from '../page-skeleton.tsx';
import { SyncPage } from '../sync-page.tsx';
import { DeclineDialog } from './decline-dialog.tsx';
import { ReviewedChanges } from './reviewed-changes.tsx';

const back = { label: texts.instanceSync, to: paths.sync };

/** A review request: its changes, for members who can apply or decline them. */
export function ReviewPage() {
  const id = useIdParam('reviewId');
  if (id === null) return <Navigate to={paths.notFound} replace />;
  return (
    <AddressedInstance>
      <RequireAccess to={syncReviews.get} pending={<PageSkeleton title={`Review ${id}`} back={back} />}>
        <Review key={id} id={id} />
      </RequireAccess>
    </AddressedInstance>
  );
}

function Review({ id }: { id: number }) {
  const review = useQuery(syncReviewQueries.get(useRequest(), useInstanceId(), id));
  if (review.data) return <LoadedReview data={review.data} />;
  if (!review.error) return <PageSkeleton title={`Review ${id}`} back={back} />;
  return (
    <>
      <PageHeader title={`Review ${id}`} back={back} />
      <ErrorState error={review.error} title="The review could not be loaded" retry={() => void review.refetch()} />
    </>
  );
}

/** Who asks for what, and why. */
const RequestText = ({ review, isAll }: { review: SyncReview; isAll: boolean }) => {
  const { by, created_at, target, note } = review;
  return (
    <>
      <div className={history.facts}>
        <PersonMark name={by.name} />
        <span>
          <strong>{authorName(by.name, 'start')}</strong> asks to sync {isAll ? 'everything' : 'these changes'} to{' '}
          {target.env.toLowerCase()},{' '}
          <time dateTime={created_at} title={dateTime(created_at)}>
            {timeAgo(Date.parse(created_at), Date.now())}
          </time>
        </span>
      </div>
      {note && <blockquote className={history.words}>{note}</blockquote>}
    </>
  );
};

interface AnswersProps {
  isRunning: boolean;
  isLoaded: boolean;
  onOpen: (dialog: 'apply' | 'decline') => void;
}

/** The buttons that open the dialogs of an answer. */
const Answers = ({ isRunning, isLoaded, onOpen }: AnswersProps) => (
  <Can do={syncReviews.apply}>
    <Button variant="default" disabled={isRunning} onClick={() => onOpen('decline')}>
      Decline
    </Button>
    <Button disabled={isRunning || !isLoaded} onClick={() => onOpen('apply')}>
      Apply
    </Button>
  </Can>
);

function LoadedReview({ data }: { data: Output<typeof syncReviews.get> }) {
  const { review, is_all, changes, menu } = data;
  const { id, state, source, target, by } = review;
  const instanceId = useInstanceId();
  const queries = useQueryClient();
  const isOpen = state === 'open';
  const ofReview = useMemo(() => ({ review: id }), [id]);
  const list = useQuery(asCheck({ ...syncChangeQueries.changes(useRequest(), instanceId, ofReview), enabled: isOpen }));
  const start = useStartSync(instanceId);
  const deciding = useDecisions();
  const canApply = useRefusal(syncReviews.apply) === null;
  const [openDialog, setOpenDialog] = useState<'apply' | 'decline' | null>(null);
  const [isOutdated, setOutdated] = useState(false);
  const isDialogMounted = useHasOpened(openDialog === 'apply');
  const scope = useMemo(
    (): SyncScope => ({
      kind: 'review',
      reviewId: id,
      selection: is_all ? null : { changes, ...(menu !== undefined && { menu }) },
    }),
    [id, is_all, changes, menu],
  );
  const refresh = () => {
    setOpenDialog(null);
    setOutdated(true);
    void queries.invalidateQueries({ queryKey: queryKeys.instance.sync(instanceId) });
  };
  const isRunning = start.isPending || (list.data?.running ?? null) !== null;
  return (
    <SubjectComments of={{ about: 'review', subject_id: id }}>
      <SyncPage
        title={`Review ${id}`}
        back={back}
        nextToTitle={
          <>
            <Direction source={source.env} target={target.env} />
            <SubjectCommentsButton />
          </>
        }
        actions={isOpen && <Answers isRunning={isRunning} isLoaded={list.data !== undefined} onOpen={setOpenDialog} />}
        dialogs={(onClosed) => (
          <>
            {isDialogMounted && list.data && (
              <SyncDialog
                opened={openDialog === 'apply'}
                onClose={() => setOpenDialog(null)}
                title="Apply these changes"
                source={source.env}
                target={target.env}
                targetId={target.id}
                sides={{ source: source.env.toLowerCase(), target: target.env.toLowerCase() }}
                scope={scope}
                counts={{ ...list.data.counts, menu: list.data.menu.is_changed }}
                success="Your selected changes have been successfully synced"
                confirmLabel={`Yes, sync to ${target.env.toLowerCase()}`}
                start={start}
                deciding={deciding}
                missingHint="The review does not have them. Sync them first, or decline, so that it is sent again with them."
                onApplied={() => setOutdated(false)}
                onChanged={refresh}
              />
            )}
            <DeclineDialog
              opened={openDialog === 'decline'}
              reviewId={id}
              by={by.name}
              onClose={() => setOpenDialog(null)}
              onClosed={onClosed}
            />
          </>
        )}
      >
        <RequestText review={review} isAll={is_all} />
        {isOutdated && <OutdatedAlert onClose={() => setOutdated(false)} />}
        {isOpen ? (
          <ReviewedChanges
            list={list}
            source={source.env}
            target={target}
            scope={ofReview}
            deciding={canApply ? deciding : undefined}
          />
        ) : (
          <ReviewAnswer review={review} />
        )}
      </SyncPage>
    </SubjectComments>
  );
}

/** The outcome of a review. */
function ReviewAnswer({ review }: { review: SyncReview }) {
  const { state, source, answered_by, answered_at, answer_note, sync_id } = review;
  const isApplied = state === 'applied';
  return (
    <Alert color={isApplied ? 'green' : 'red'} variant="light" role="status">
      {isApplied ? 'Applied' : 'Declined'} by <strong>{authorName(answered_by?.name ?? null, 'within')}</strong>
      {answered_at !== null && `, ${dateTime(answered_at)}`}
      {answer_note && <blockquote className={history.words}>{answer_note}</blockquote>}
      {sync_id !== null && (
        <div>
          <TextLink to={syncHistoryEntryPath(sync_id, source.id)}>Show the synced changes</TextLink>
        </div>
      )}
    </Alert>
  );
}
