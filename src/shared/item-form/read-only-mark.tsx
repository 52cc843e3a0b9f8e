import { IconLock } from '../ui/icons/lock.ts';
import classes from './item-fields.module.css';

/** Says next to the name of a field that members cannot change its values. */
export const ReadOnlyMark = () => (
  <span className={classes.lock} role="img" aria-label="Read-only for members" title="Read-only for members">
    <IconLock size={12} aria-hidden />
  </span>
);
