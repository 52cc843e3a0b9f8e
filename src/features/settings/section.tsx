import { Group, Title } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { offersActions } from '../../shared/ui/actions/offered-actions.ts';
import classes from './settings.module.css';

interface SectionProps {
  title: string;
  /** Next to the title; its space is reserved while it is `false`. */
  action?: ReactNode;
  children: ReactNode;
}

/** A section of a settings page with a heading, to which an address leads that ends with `#` and the title, with hyphens for spaces. */
export function Section({ title, action, children }: SectionProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { hash, key } = useLocation();
  const isAddressed = hash === `#${title.replaceAll(' ', '-')}`;
  // Each navigation leads there, also from within the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (!isAddressed) return;
    heading.current?.scrollIntoView();
    heading.current?.focus({ preventScroll: true });
  }, [isAddressed, key]);
  return (
    <section className={classes.section} aria-labelledby={id}>
      <Group justify="space-between" mb="xs" mih={action === undefined ? undefined : 36} {...offersActions}>
        <Title order={2} id={id} ref={heading} tabIndex={-1} className={classes.heading} size="md">
          {title}
        </Title>
        {action}
      </Group>
      {children}
    </section>
  );
}
