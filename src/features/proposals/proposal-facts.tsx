import type { Proposal } from '@quartermaster/contract/endpoints/proposals.ts';
import { authorName } from '../../shared/ui/author-name.ts';
import { dateTime } from '../../shared/ui/date-time.ts';
import { ProposalStateBadge } from './proposal-state.tsx';
import classes from './proposals.module.css';

const originTexts: Readonly<Record<Proposal['origin'], string>> = {
  assistant: 'with an assistant',
  api: 'through the API',
  form: 'in the console',
};

/** Who has proposed it, when and why. The note is a text of others: it is shown as it is. */
export function ProposalFacts({ proposal }: { proposal: Proposal }) {
  const { state, by, origin, created_at, note } = proposal;
  return (
    <>
      <div className={classes.facts}>
        <ProposalStateBadge state={state} />
        <span>
          by <strong>{authorName(by.name, 'within')}</strong>, {originTexts[origin]}, {dateTime(created_at)}
        </span>
      </div>
      {note && (
        <blockquote className={classes.words} aria-label="Note of the proposal">
          {note}
        </blockquote>
      )}
    </>
  );
}
