import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { GroupLayout, Place } from './group-layout.ts';

interface Options {
  viewport: RefObject<HTMLElement | null>;
  layout: GroupLayout;
  isLoaded: (position: Place) => boolean;
}

/** The place that arrow keys start from; Tab skips the rest of the table. `focus` scrolls to a place and focuses its control. */
export function useActiveRow({ viewport, layout, isLoaded }: Options) {
  const [active, setActive] = useState<Place>({ group: 0, row: null });

  // A placeholder row is replaced once it is loaded, together with its focused element.
  const waiting = useRef<Place>(null);
  useLayoutEffect(() => {
    const position = waiting.current;
    if (!position || !isLoaded(position)) return;
    waiting.current = null;
    if (document.activeElement === document.body) targetOf(viewport.current, position)?.focus({ preventScroll: true });
  });

  const focus = (position: Place) => {
    const element = viewport.current;
    const line = layout.lineOf(position.group, position.row);
    if (element) {
      const top = layout.topOf(line);
      const height = layout.lineHeight(layout.lineAt(line).kind);
      const covered = position.row === null ? 0 : layout.lineHeight('header') + layout.lineHeight('heads');
      if (top - covered < element.scrollTop) element.scrollTop = top - covered;
      else if (top + height > element.scrollTop + element.clientHeight)
        element.scrollTop = top + height - element.clientHeight;
    }
    flushSync(() => setActive(position));
    waiting.current = position.row === null || isLoaded(position) ? null : position;
    targetOf(element, position)?.focus({ preventScroll: true });
  };
  return { active, setActive, focus };
}

/** The focusable element of a place. */
const targetOf = (viewport: HTMLElement | null, { group, row }: Place) =>
  viewport?.querySelector<HTMLElement>(`[data-place="${group}/${row ?? ''}"]`);
