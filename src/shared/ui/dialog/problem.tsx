import { Button } from '@mantine/core';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { type ReactNode, useState } from 'react';
import classes from './problem.module.css';

/** An item or template that a problem concerns. */
export interface Line {
  key: string;
  text: ReactNode;
}

interface ProblemProps {
  title: string;
  /** `blocked`: the action cannot be started; `conflict`: it is to be decided first. */
  tone?: 'blocked' | 'loss' | 'conflict';
  action?: ReactNode;
  lines: Line[];
  /** How many there are, including those that are not listed. */
  total: number;
  /** What to do. */
  children?: ReactNode;
}

/** How many lines are shown until the user expands the list. */
const shownAtFirst = 20;

/** A problem that blocks an action, or should be known before it starts. */
export function Problem({ title, tone = 'blocked', action, lines, total, children }: ProblemProps) {
  const [isWhole, setWhole] = useState(false);
  const visible = isWhole ? lines : lines.slice(0, shownAtFirst);
  const rest = total - lines.length;
  return (
    <section className={classes.problem} data-tone={tone} aria-label={title}>
      <header className={classes.head}>
        <h3 className={classes.title}>{title}</h3>
        <span className={classes.actions}>{action}</span>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard */}
      <ul className={classes.lines} tabIndex={0} aria-label={title}>
        {visible.map(({ key, text }) => (
          <li key={key}>{text}</li>
        ))}
        {isWhole && rest > 0 && <li>and {numberText(rest)} more</li>}
      </ul>
      {visible.length < lines.length && (
        <Button variant="subtle" size="compact-xs" onClick={() => setWhole(true)}>
          {numberText(total - visible.length)} more
        </Button>
      )}
      {children && <p className={classes.advice}>{children}</p>}
    </section>
  );
}
