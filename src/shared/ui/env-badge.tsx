import type { Environment } from '@quartermaster/contract/access.ts';
import classes from './env-badge.module.css';

/** The display name of an environment: dev, stage, prod. */
export const environmentLabel = (env: Environment): string => env.toLowerCase();

/** A badge with an environment's name and colour; the name makes it independent of colour. */
export const EnvBadge = ({ env }: { env: Environment }) => (
  <span className={classes.badge} data-env={env}>
    {environmentLabel(env)}
  </span>
);
