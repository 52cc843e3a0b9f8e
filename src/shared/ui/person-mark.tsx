import classes from './person-mark.module.css';

/** The first letters of a person's first and last names: `OO` for Olivia Owner, `M` for Mia; empty without a name. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words;
  return letters
    .map((word = '') => [...word][0] ?? '')
    .join('')
    .toLocaleUpperCase();
}

interface PersonMarkProps {
  /** Null for a deleted account. */
  name: string | null;
  /** True for the user of the console. */
  isSelf?: boolean;
}

/** A person's initials, shown next to the full name. Drawn with CSS so that they are not part of the page's text. */
export const PersonMark = ({ name, isSelf = false }: PersonMarkProps) => (
  <span
    className={classes.mark}
    data-initials={initialsOf(name ?? '') || '–'}
    data-self={isSelf || undefined}
    aria-hidden="true"
  />
);
