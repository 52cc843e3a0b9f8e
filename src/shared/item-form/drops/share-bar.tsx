import type { CSSProperties } from 'react';
import classes from './drops.module.css';

interface ShareBarProps {
  /** Of the length of the bar. */
  exact: number;
  rolled: number | undefined;
  isUpright?: boolean;
}

/** What was rolled as a bar, and what was expected as a line across it. The numbers stand next to it. */
export const ShareBar = ({ exact, rolled = 0, isUpright = false }: ShareBarProps) => (
  <span
    className={classes.bar}
    data-upright={isUpright || undefined}
    style={{ '--rolled': Math.min(rolled, 1), '--exact': Math.min(exact, 1) } as CSSProperties}
    aria-hidden
  />
);
