import type { Proposal } from '@quartermaster/contract/endpoints/proposals.ts';
import { authorName } from '../../shared/ui/author-name.ts';
import { count } from '../../shared/ui/count.ts';
import { dateTime } from '../../shared/ui/date-time.ts';
import { originLabels } from '../../shared/ui/origins.ts';
import { ProposalStateBadge } from './proposal-state.tsx';
import classes from './proposals.module.css';

/** Who has proposed how much, when and why. The note is a text of others: it is shown as it is. */
export function ProposalFacts({ proposal }: { proposal: Proposal }) {
  const { state, by, origin, created_at, items, note } = proposal;
  return (
    <>
      <div className={classes.facts}>
        <ProposalStateBadge state={state} />
        <span>
          by <strong>{authorName(by.name, 'within')}</strong>, through: {originLabels[origin]}, {dateTime(created_at)}
        </span>
        <span>{count(items, 'item')}</span>
      </div>
      {note && (
        <blockquote className={classes.words} aria-label="Note of the proposal">
          {note}
        </blockquote>
      )}
    </>
  );
}
