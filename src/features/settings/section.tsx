import { Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './settings.module.css';

interface SectionProps {
  title: string;
  children: ReactNode;
}

/** A section of a settings page with a heading. */
export function Section({ title, children }: SectionProps) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <Title order={2} id={id} size="md" mb="xs">
        {title}
      </Title>
      {children}
    </section>
  );
}
