import type { Environment } from '@quartermaster/contract/access.ts';
import { IconArrowRight } from '@tabler/icons-react';
import { EnvBadge } from '../../shared/ui/env-badge.tsx';
import classes from './sync.module.css';

/** From which environment to which one. */
export const Direction = ({ source, target }: { source: Environment; target: Environment }) => (
  <span className={classes.direction}>
    <EnvBadge env={source} />
    <IconArrowRight size={16} role="img" aria-label="to" />
    <EnvBadge env={target} />
  </span>
);
