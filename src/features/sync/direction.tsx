import type { Environment } from '@quartermaster/contract/access.ts';
import { IconArrowRight } from '@tabler/icons-react';
import { EnvBadge } from '../../shared/ui/env-badge.tsx';
import classes from './sync.module.css';

/** The source and target environments. */
export const Direction = ({ source, target }: { source: Environment; target: Environment }) => (
  <span className={classes.direction}>
    <EnvBadge env={source} />
    <IconArrowRight size={16} role="img" aria-label="to" />
    <EnvBadge env={target} />
  </span>
);
