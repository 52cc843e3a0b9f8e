import { type RefObject, useEffect, useState } from 'react';
import { renderField } from '../../../shared/item-form/deferred-focus.ts';
import classes from './item-aside.module.css';
import type { OutlineEntry } from './outline-entries.ts';

interface FormOutlineProps {
  entries: readonly OutlineEntry[];
  form: RefObject<HTMLFormElement | null>;
}

/** A group counts as reached when it begins this far below the top of the form's view, in pixels. */
const reached = 160;

/** The groups of a long form, each of which is one click away; the one in view is marked. */
export function FormOutline({ entries, form }: FormOutlineProps) {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      setCurrent(groupInView(form.current, entries));
    };
    const scrolled = ({ target }: Event) => {
      if (target instanceof Node && target.contains(form.current)) frame ||= requestAnimationFrame(look);
    };
    document.addEventListener('scroll', scrolled, { capture: true, passive: true });
    return () => {
      document.removeEventListener('scroll', scrolled, { capture: true });
      cancelAnimationFrame(frame);
    };
  }, [entries, form]);

  const show = ({ id, path }: OutlineEntry) => {
    if (!form.current) return;
    renderField(form.current, path);
    const group = groupIn(form.current, id);
    if (!group) return;
    group.tabIndex = -1;
    group.focus({ preventScroll: true });
    group.scrollIntoView?.({ block: 'start' });
    setCurrent(id);
  };
  return (
    <nav className={classes.outline} aria-label="Groups of the form">
      <ul className={classes.entries}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <button
              type="button"
              className={classes.entry}
              aria-current={entry.id === current ? 'true' : undefined}
              title={entry.label}
              onClick={() => show(entry)}
            >
              {entry.label}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const groupIn = (form: HTMLFormElement, id: string) =>
  form.querySelector<HTMLElement>(`[data-group="${CSS.escape(id)}"]`);

/** The last group that begins above the upper part of the view. */
function groupInView(form: HTMLFormElement | null, entries: readonly OutlineEntry[]): string | undefined {
  if (!form) return undefined;
  const top = (form.closest('[tabindex="-1"]')?.getBoundingClientRect().top ?? 0) + reached;
  return entries.findLast(({ id }) => {
    const box = groupIn(form, id)?.getBoundingClientRect();
    return box && box.height > 0 && Math.round(box.top) <= top;
  })?.id;
}
