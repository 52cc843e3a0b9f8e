import { isMac, type Keys, keyNames } from '../../../shared/ui/actions/keys.ts';
import classes from './palette.module.css';

/** The keys of a shortcut, one cap each. */
export const KeyCaps = ({ keys }: { keys: Keys }) => (
  <span className={classes.keys}>
    {keyNames(keys, isMac()).map((name) => (
      <kbd key={name} className={classes.key}>
        {name}
      </kbd>
    ))}
  </span>
);
