import type { Waiting as WaitingHere } from '@quartermaster/contract/endpoints/instances.ts';
import { paths, proposalPath, syncReviewPath } from '@quartermaster/contract/paths.ts';
import { type ReactNode, useId } from 'react';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { authorName } from '../../../shared/ui/author-name.ts';
import { count } from '../../../shared/ui/count.ts';
import { dateTime } from '../../../shared/ui/date-time.ts';
import { TextLink } from '../../../shared/ui/link-button.tsx';
import { timeAgo } from '../../../shared/ui/time-ago.ts';
import classes from './overview.module.css';

/** Whether anything waits. */
export const isWaiting = ({ reviews, proposals, conflicts, failed_export }: WaitingHere): boolean =>
  reviews.length + proposals.length > 0 || conflicts > 0 || failed_export !== null;

/** What waits for the user in the active instance, each with a link to its place. */
export function Waiting({ waiting: { reviews, proposals, conflicts, failed_export } }: { waiting: WaitingHere }) {
  const id = useId();
  const instanceId = useInstanceId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        Waiting for you
      </h2>
      <ul className={classes.rows}>
        {reviews.map((review) => (
          <Row
            key={review.id}
            to={syncReviewPath(review.id, instanceId)}
            note={`requested ${ago(review.at)} by ${authorName(review.by, 'within')}`}
            title={dateTime(review.at)}
          >
            Review of {count(review.items, 'item')}
            {review.note !== '' && `: ${review.note}`}
          </Row>
        ))}
        {proposals.map((proposal) => (
          <Row
            key={proposal.id}
            to={proposalPath(proposal.id, instanceId)}
            note={`proposed ${ago(proposal.at)} by ${authorName(proposal.by, 'within')}`}
            title={dateTime(proposal.at)}
          >
            Proposal of {count(proposal.items, 'item')}: {proposal.title}
          </Row>
        ))}
        {conflicts > 0 && (
          <Row to={`${paths.sync}?conflicts=true`} note="edited in both environments">
            {count(conflicts, 'conflict')} to decide
          </Row>
        )}
        {failed_export && (
          <Row to={paths.exportedData} note={`started ${ago(failed_export.at)}`} title={dateTime(failed_export.at)}>
            The last export has failed
          </Row>
        )}
      </ul>
    </section>
  );
}

const ago = (at: string) => timeAgo(Date.parse(at), Date.now());

function Row({ to, note, title, children }: { to: string; note: string; title?: string; children: ReactNode }) {
  return (
    <li className={`${classes.row} ${classes.edit}`}>
      <span className={classes.name}>
        <TextLink to={to} back="/">
          {children}
        </TextLink>
      </span>
      <span className={classes.note} title={title}>
        {note}
      </span>
    </li>
  );
}
