import type { RenderedWindow } from '../../../../shared/table/use-window.ts';

/**
 * The places in a window, in order, with the active one; -1 for none. It is rendered also if it is scrolled out of view, so that
 * it stays the tab stop and keeps the focus, what is typed first and an open editor.
 */
export function withActive({ start, end }: Pick<RenderedWindow, 'start' | 'end'>, active: number): number[] {
  const places = Array.from({ length: Math.max(0, end - start) }, (_, index) => start + index);
  if (active === -1 || (active >= start && active < end)) return places;
  return active < start ? [active, ...places] : [...places, active];
}
