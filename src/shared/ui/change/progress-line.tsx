import { Progress, Text } from '@mantine/core';
import { percentOf } from '@quartermaster/contract/rules/percent.ts';
import type { ReactNode } from 'react';
import classes from './progress-line.module.css';

interface ProgressLineProps {
  /** The name of the operation. */
  what: string;
  done: number;
  total: number;
  /** The progress as text, instead of the percentage. */
  text?: string;
  /** What the user can do in the meantime; the percentage if omitted. */
  children?: ReactNode;
}

/** The progress of a long operation. */
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
