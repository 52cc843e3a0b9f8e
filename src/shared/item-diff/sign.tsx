import { type ChangeKind, changeSigns, changeWords } from '../ui/change/change-mark.tsx';
import classes from './diff.module.css';

/** The sign of a change in its color, with its word for screen readers. */
export const Sign = ({ kind }: { kind: ChangeKind }) => (
  <span className={classes.sign} data-kind={kind} role="img" aria-label={changeWords[kind]}>
    {changeSigns[kind]}
  </span>
);
