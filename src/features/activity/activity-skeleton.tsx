import { Skeleton } from '@mantine/core';
import { Delayed } from '../../shared/ui/lazy/delayed.tsx';
import classes from './activity.module.css';

const widths = ['62%', '48%', '70%', '55%', '66%', '44%', '58%', '63%'];

/** The list of what was done while it is loading. */
export const ActivitySkeleton = () => (
  <Delayed>
    <div aria-hidden>
      <Skeleton height={18} width={120} my="xs" />
      <div className={classes.entries}>
        {widths.map((width) => (
          <div key={width} className={classes.line}>
            <Skeleton height={14} width={width} />
          </div>
        ))}
      </div>
    </div>
  </Delayed>
);
