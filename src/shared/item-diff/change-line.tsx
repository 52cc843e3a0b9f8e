import type { ReactNode } from 'react';
import classes from './change-line.module.css';

interface ChangeLineProps {
  /** The names of all changed fields, as far as they are known. */
  names: string;
  /** How many changes are not shown. */
  rest: number;
  children: readonly { key: string; content: ReactNode }[];
}

/** The first changes of a version on one line, which ends with how many more there are. */
export const ChangeLine = ({ names, rest, children }: ChangeLineProps) => (
  <span className={classes.changes} title={names}>
    <span className={classes.values}>
      {children.map(({ key, content }) => (
        <span key={key} className={classes.change}>
          {content}
        </span>
      ))}
    </span>
    {rest > 0 && <span className={classes.rest}>and {rest} more</span>}
  </span>
);
