import type { Waiting as WaitingHere } from '@quartermaster/contract/endpoints/instances.ts';
import { paths, proposalPath, syncReviewPath, threadPath } from '@quartermaster/contract/paths.ts';
import { useId } from 'react';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { authorName } from '../../../shared/ui/author-name.ts';
import { count } from '../../../shared/ui/count.ts';
import { dateTime } from '../../../shared/ui/date-time.ts';
import { IconAlertTriangle } from '../../../shared/ui/icons/alert-triangle.ts';
import { IconCircleX } from '../../../shared/ui/icons/circle-x.ts';
import { IconEye } from '../../../shared/ui/icons/eye.ts';
import { IconGitPullRequest } from '../../../shared/ui/icons/git-pull-request.ts';
import { IconMessage } from '../../../shared/ui/icons/message.ts';
import { timeAgo } from '../../../shared/ui/time-ago.ts';
import { EntryRow, RowsSkeleton } from './entry-row.tsx';
import classes from './overview.module.css';

/** What waits for the user in the active instance, each with a link to its place; `undefined` while loading. */
export function Waiting({ waiting }: { waiting: WaitingHere | undefined }) {
  const id = useId();
  const amount = waiting ? waitingAmount(waiting) : 0;
  return (
    <section className={classes.column} aria-labelledby={id} aria-busy={waiting === undefined}>
      <div className={classes.heading}>
        <h2 id={id} className={classes.title}>
          Waiting for you
        </h2>
      </div>
      {waiting && amount === 0 ? (
        <p className={classes.empty}>Nothing waits for you here.</p>
      ) : (
        <ul className={classes.rows}>{waiting ? <Rows waiting={waiting} /> : <RowsSkeleton />}</ul>
      )}
    </section>
  );
}

/** The number of rows. */
export const waitingAmount = ({ reviews, proposals, mentions, conflicts, failed_export }: WaitingHere): number =>
  reviews.length + proposals.length + mentions.length + (conflicts > 0 ? 1 : 0) + (failed_export ? 1 : 0);

function Rows({ waiting: { reviews, proposals, mentions, conflicts, failed_export } }: { waiting: WaitingHere }) {
  const instanceId = useInstanceId();
  return (
    <>
      {conflicts > 0 && (
        <EntryRow
          sign={<IconAlertTriangle size={16} aria-hidden />}
          isUrgent
          to={`${paths.sync}?conflicts=true`}
          label={`${count(conflicts, 'conflict')} to decide`}
          note="Edited in both environments"
        />
      )}
      {reviews.map((review) => (
        <EntryRow
          key={`review ${review.id}`}
          sign={<IconEye size={16} aria-hidden />}
          to={syncReviewPath(review.id, instanceId)}
          label={`Review of ${count(review.items, 'item')}${review.note === '' ? '' : `: ${review.note}`}`}
          note={`Requested ${ago(review.at)} by ${authorName(review.by, 'within')}`}
          title={dateTime(review.at)}
        />
      ))}
      {proposals.map((proposal) => (
        <EntryRow
          key={`proposal ${proposal.id}`}
          sign={<IconGitPullRequest size={16} aria-hidden />}
          to={proposalPath(proposal.id, instanceId)}
          label={`Proposal of ${count(proposal.items, 'item')}: ${proposal.title}`}
          note={`Proposed ${ago(proposal.at)} by ${authorName(proposal.by, 'within')}`}
          title={dateTime(proposal.at)}
        />
      ))}
      {mentions.map((mention) => (
        <EntryRow
          key={`mention ${mention.thread_id}`}
          sign={<IconMessage size={16} aria-hidden />}
          to={threadPath(mention.thread_id, mention, instanceId)}
          label={mention.label === '' ? mention.text : `${mention.label}: ${mention.text}`}
          note={`${authorName(mention.by, 'start')} mentioned you ${ago(mention.at)}`}
          title={dateTime(mention.at)}
        />
      ))}
      {failed_export && (
        <EntryRow
          sign={<IconCircleX size={16} aria-hidden />}
          to={paths.exportedData}
          label="The last export has failed"
          note={`Started ${ago(failed_export.at)}`}
          title={dateTime(failed_export.at)}
        />
      )}
    </>
  );
}

const ago = (at: string) => timeAgo(Date.parse(at), Date.now());
