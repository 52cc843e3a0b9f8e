import type { Environment } from '@quartermaster/contract/access.ts';
import classes from './env-badge.module.css';

/** The display name of an environment: dev, stage, prod. */
export const environmentLabel = (env: Environment): string => env.toLowerCase();

/** The class of an element with `data-env`, for the colors of its environment: `--env-sign`, `--env-ground`, `--env-text`. */
export const envColors = classes.colors ?? '';

/** A badge with an environment's name and colour; the name makes it independent of colour. */
export const EnvBadge = ({ env }: { env: Environment }) => (
  <span className={`${classes.badge} ${envColors}`} data-env={env}>
    {environmentLabel(env)}
  </span>
);
