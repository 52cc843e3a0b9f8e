import { type ReactNode, useId, useState } from 'react';
import { IconChevronRight } from '../../../shared/ui/icons/chevron-right.ts';
import classes from './folded-part.module.css';

/** A part below a form, whose content is rendered when it is opened. */
export function FoldedPart({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const partId = useId();
  return (
    <section className={classes.part}>
      <h2 className={classes.head}>
        <button
          type="button"
          className={classes.fold}
          aria-expanded={isOpen}
          aria-controls={partId}
          onClick={() => setOpen(!isOpen)}
        >
          <IconChevronRight size={16} className={classes.chevron} aria-hidden />
          {title}
        </button>
      </h2>
      <div id={partId} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </section>
  );
}
