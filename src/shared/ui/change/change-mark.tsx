import { numberText } from '@quartermaster/contract/number-text.ts';
import { count } from '../count.ts';
import classes from './change-mark.module.css';

/** A kind of change. */
export type ChangeKind = 'added' | 'updated' | 'removed';

/** The sign of each kind of change, the same everywhere. */
export const changeSigns: Record<ChangeKind, string> = { added: '+', updated: '~', removed: '-' };

/** The word of each kind of change. */
export const changeWords: Record<ChangeKind, string> = { added: 'Added', updated: 'Updated', removed: 'Removed' };

/** A change as sign and word in its color. */
export const ChangeMark = ({ kind, word = changeWords[kind] }: { kind: ChangeKind; word?: string }) => (
  <span className={`${classes.mark} ${classes.kind}`} data-kind={kind}>
    <span className={classes.sign} aria-hidden>
      {changeSigns[kind]}
    </span>
    {word}
  </span>
);

/** How many things are added, updated and removed, and how many of them conflict. */
export type ChangeCountsValue = Record<ChangeKind, number> & { conflicts?: number };

/** The counts of changes as signs with numbers: `+3 ~12 -1`; zeros are omitted. */
export function ChangeCounts({ counts }: { counts: ChangeCountsValue }) {
  const kinds = (['added', 'updated', 'removed'] as const).filter((kind) => counts[kind] > 0);
  const { conflicts = 0 } = counts;
  return (
    <span className={classes.counts}>
      {kinds.map((kind) => (
        <span
          key={kind}
          className={classes.kind}
          data-kind={kind}
          role="img"
          aria-label={countText(kind, counts[kind])}
        >
          <span className={classes.sign}>{changeSigns[kind]}</span>
          {numberText(counts[kind])}
        </span>
      ))}
      {conflicts > 0 && (
        <span className={classes.kind} data-kind="conflict">
          {count(conflicts, 'conflict')}
        </span>
      )}
    </span>
  );
}

const countText = (kind: ChangeKind, amount: number) => `${numberText(amount)} ${changeWords[kind].toLowerCase()}`;
