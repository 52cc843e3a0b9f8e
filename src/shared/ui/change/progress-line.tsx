import { Progress, Text } from '@mantine/core';
import { percentOf } from '@quartermaster/contract/rules/percent.ts';
import type { ReactNode } from 'react';
import classes from './progress-line.module.css';

interface ProgressLineProps {
  /** What is going on. */
  what: string;
  done: number;
  total: number;
  /** Says how far it is, in place of the percentage beside what is going on. */
  text?: string;
  /** What can be done meanwhile; the percentage if omitted. */
  children?: ReactNode;
}

/** How far something is that takes a while. */
export function ProgressLine({ what, done, total, text, children }: ProgressLineProps) {
  const percent = total === 0 ? 0 : percentOf(done, total);
  return (
    <div className={classes.progress}>
      <Text size="sm" fw={500} className={classes.percent}>
        {text ?? `${what}: ${percent} %`}
      </Text>
      <Progress value={percent} className={classes.bar ?? ''} aria-label={what} />
      <Text size="sm" c="dimmed" className={classes.percent}>
        {children ?? `${percent} %`}
      </Text>
    </div>
  );
}
