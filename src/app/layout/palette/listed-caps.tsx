import { isMac } from '../../../shared/ui/actions/keys.ts';
import classes from './palette.module.css';

const macSigns: Readonly<Record<string, string>> = { Ctrl: '⌘', Alt: '⌥', Shift: '⇧' };

/** The keys of an entry of the list of all keys, one cap each; what is not a key is text, as in `type letters`. */
export const ListedCaps = ({ keys }: { keys: string }) =>
  keys.split(', ').map((alternative, index) => (
    <span key={alternative} className={classes.keys}>
      {index > 0 && <span className={classes.or}>or</span>}
      {/^[a-z]/.test(alternative) ? (
        <span className={classes.or}>{alternative}</span>
      ) : (
        alternative.split(/[ +]/).map((name) => (
          <kbd key={name} className={classes.key}>
            {isMac() ? (macSigns[name] ?? name) : name}
          </kbd>
        ))
      )}
    </span>
  ));
