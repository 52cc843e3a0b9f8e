import { Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './dashboard-card.module.css';

interface OnboardingCardProps {
  title: string;
  /** One or two sentences on what the step is for. */
  text: string;
  action: ReactNode;
  /** All steps, including this one. */
  steps?: ReactNode;
  /** The dialog that the action opens. */
  children?: ReactNode;
}

/** The next step for a new user. */
export function OnboardingCard({ title, text, action, steps, children }: OnboardingCardProps) {
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
        {steps}
      </div>
      {action}
      {children}
    </section>
  );
}
