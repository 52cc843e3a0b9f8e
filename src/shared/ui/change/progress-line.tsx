import { Progress, Text } from '@mantine/core';
import { percentOf } from '@quartermaster/contract/rules/percent.ts';
import type { ReactNode } from 'react';
import classes from './progress-line.module.css';

interface ProgressLineProps {
  /** What is going on. */
  what: string;
  done: number;
  total: number;
  /** What can be done meanwhile. */
  children: ReactNode;
}

/** How far a job is that goes on in the background. */
export function ProgressLine({ what, done, total, children }: ProgressLineProps) {
  const percent = total === 0 ? 0 : percentOf(done, total);
  return (
    <div className={classes.progress}>
      <Text size="sm" fw={500} className={classes.percent}>
        {what}: {percent} %
      </Text>
      <Progress value={percent} className={classes.bar ?? ''} aria-label={what} />
      <Text size="sm" c="dimmed">
        {children}
      </Text>
    </div>
  );
}
