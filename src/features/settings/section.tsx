import { Group, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './settings.module.css';

interface SectionProps {
  title: string;
  /** Next to the title; its space is reserved while it is `false`. */
  action?: ReactNode;
  children: ReactNode;
}

/** A section of a settings page with a heading. */
export function Section({ title, action, children }: SectionProps) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <Group justify="space-between" mb="xs" mih={action === undefined ? undefined : 36}>
        <Title order={2} id={id} size="md">
          {title}
        </Title>
        {action}
      </Group>
      {children}
    </section>
  );
}
