import type { Environment } from '@quartermaster/contract/access.ts';
import classes from './direction.module.css';
import { EnvBadge } from './env-badge.tsx';
import { IconArrowRight } from './icons/arrow-right.ts';

/** The source and target environments. */
export const Direction = ({ source, target }: { source: Environment; target: Environment }) => (
  <span className={classes.direction}>
    <EnvBadge env={source} />
    <IconArrowRight size={16} role="img" aria-label="to" />
    <EnvBadge env={target} />
  </span>
);
