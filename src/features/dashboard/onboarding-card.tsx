import { Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './dashboard-card.module.css';

interface OnboardingCardProps {
  title: string;
  /** What it is for, in a sentence or two. */
  text: string;
  action: ReactNode;
  /** What the action opens. */
  children?: ReactNode;
}

/** The next step for somebody who is new here. */
export function OnboardingCard({ title, text, action, children }: OnboardingCardProps) {
  const id = useId();
  return (
    <section className={classes.onboarding} aria-labelledby={id}>
      <div className={classes.words}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        <Text size="sm" c="dimmed" mt={4}>
          {text}
        </Text>
      </div>
      {action}
      {children}
    </section>
  );
}
