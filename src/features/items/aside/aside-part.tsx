import { type ReactNode, useId } from 'react';
import classes from './item-aside.module.css';

/** A part of the panel next to a form. */
export function AsidePart({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      {children}
    </section>
  );
}
