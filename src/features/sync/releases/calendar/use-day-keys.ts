import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { addDays, daysSinceMonday, inOther, type Span } from './days.ts';

interface DayKeysOptions {
  grid: RefObject<HTMLElement | null>;
  span: Span;
  /** The chosen day. */
  day: string;
  isVisible: (day: string) => boolean;
  /** Shows the month or week of another day. */
  onDay: (day: string) => void;
  onEnter: (day: string) => void;
}

/** The day that a key leads to; null for other keys. */
function nextDay(key: string, day: string, span: Span): string | null {
  if (key === 'ArrowLeft') return addDays(day, -1);
  if (key === 'ArrowRight') return addDays(day, 1);
  if (key === 'ArrowUp') return addDays(day, -7);
  if (key === 'ArrowDown') return addDays(day, 7);
  if (key === 'Home') return addDays(day, -daysSinceMonday(day));
  if (key === 'End') return addDays(day, 6 - daysSinceMonday(day));
  if (key === 'PageUp') return inOther(span, day, -1);
  return key === 'PageDown' ? inOther(span, day, 1) : null;
}

/** The keys of a calendar: arrows go from day to day, also into other months; Enter opens a day. */
export function useDayKeys({ grid, span, day, isVisible, onDay, onEnter }: DayKeysOptions) {
  const [moved, setMoved] = useState({ from: day, to: day });
  const active = moved.from === day && isVisible(moved.to) ? moved.to : day;
  const isMoving = useRef(false);
  useLayoutEffect(() => {
    if (!isMoving.current) return;
    isMoving.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-day="${active}"]`)?.focus();
  }, [grid, active]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.key === 'Enter' && event.target instanceof HTMLElement && event.target.dataset.day !== undefined) {
      event.preventDefault();
      onEnter(event.target.dataset.day);
      return;
    }
    const next = nextDay(event.key, active, span);
    if (next === null) return;
    event.preventDefault();
    isMoving.current = true;
    if (isVisible(next)) setMoved({ from: day, to: next });
    else onDay(next);
  };
  return {
    active,
    onKeyDown,
    /** A day, or something in it, gets the focus by the pointer or by Tab. */
    onDayFocus: (focused: string) => setMoved({ from: day, to: focused }),
  };
}
