import type { Thread } from '@quartermaster/contract/endpoints/comments.ts';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { CommentPlace, PanelStart } from './comment-spot.ts';

interface Starting {
  /** Where the panel was opened. */
  start: PanelStart | null;
  threads: readonly Thread[];
  /** False while the threads are loaded again. */
  isCurrent: boolean;
  placeOf: (thread: Thread) => CommentPlace;
  panel: RefObject<HTMLElement | null>;
  setSpot: (spot: CommentPlace) => void;
  showResolved: () => void;
}

/**
 * Moves the focus to where the panel was opened: a thread, or a new comment where there is no open one. `isMissing` is true if it was opened
 * at a thread that does not exist any more.
 */
export function useStart({ start, threads, isCurrent, placeOf, panel, setSpot, showResolved }: Starting) {
  const [missing, setMissing] = useState<PanelStart | null>(null);
  const [handled, setHandled] = useState<PanelStart | null>(null);
  const isListed = start !== null && 'threadId' in start && threads.some(({ id }) => id === start.threadId);
  // The thread of a mail may be newer than the list.
  const isKnown = start !== null && ('spot' in start || isListed || isCurrent);
  const go = useEffectEvent((to: PanelStart) => {
    const thread =
      'threadId' in to
        ? threads.find(({ id }) => id === to.threadId)
        : threads.find((one) => one.resolved === null && placeOf(one).key === to.spot.key);
    if (thread?.resolved) showResolved();
    const spot = 'spot' in to ? to.spot : thread && placeOf(thread);
    if (spot?.target) setSpot(spot);
    const isMissing = 'threadId' in to && !thread;
    setMissing(isMissing ? to : null);
    const focus = () => {
      const { current: all } = panel;
      const selector = thread ? `[data-thread="${thread.id}"]` : '[data-new] textarea';
      const element = isMissing ? all : all?.querySelector<HTMLElement>(selector);
      element?.focus({ preventScroll: true });
      element?.scrollIntoView?.({ block: 'nearest' });
    };
    // Once it is rendered, and the focus trap of a drawer has moved the focus.
    requestAnimationFrame(() => setTimeout(focus));
  });
  useEffect(() => {
    if (!start || start === handled || !isKnown) return;
    setHandled(start);
    go(start);
  }, [start, handled, isKnown]);
  return { isMissing: missing !== null && missing === start };
}
