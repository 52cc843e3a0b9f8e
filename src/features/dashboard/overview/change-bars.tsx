import { activityLimits } from '@quartermaster/contract/activity-limits.ts';
import { count } from '../../../shared/ui/count.ts';
import classes from './environments.module.css';

const height = 28;
/** Of a bar with the gap after it. */
const pitch = 4;
/** Few changes a day do not look like many. */
const leastScale = 4;

/** A bar per day, the latest last; its text is their sum. */
export function ChangeBars({ changes }: { changes: readonly number[] }) {
  const scale = Math.max(leastScale, ...changes);
  const sum = changes.reduce((total, amount) => total + amount, 0);
  const amount =
    sum === 0 ? 'No changes' : `${changes.includes(activityLimits.perDay) ? 'At least ' : ''}${count(sum, 'change')}`;
  const label = `${amount} in the last ${changes.length} days`;
  return (
    <svg
      className={classes.bars}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${changes.length * pitch - 1} ${height}`}
      preserveAspectRatio="none"
    >
      <title>{label}</title>
      {changes.map((amount, day) => {
        const bar = Math.max(1, (amount / scale) * height);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a day has no other identity
          <rect key={day} x={day * pitch} y={height - bar} width={pitch - 1} height={bar} />
        );
      })}
    </svg>
  );
}
