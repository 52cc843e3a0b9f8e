import type { RenderedWindow } from '../use-window.ts';
import type { PinnedColumns } from './pinned-columns.ts';

interface Options {
  /** The widths of all columns in pixels. */
  widths: readonly number[];
  pinned: PinnedColumns;
  /** 0 until it is measured. */
  viewportWidth: number;
  /** The index of a column that the table may be scrolled to; -1 for none. */
  revealed: number;
}

/**
 * The columns in view of a table that is not scrolled sideways, besides the pinned ones; undefined if all fit, or the table may scroll
 * sideways. New rows render them first.
 */
export function earlyColumns({ widths, pinned, viewportWidth, revealed }: Options): RenderedWindow | undefined {
  const others = widths.slice(pinned.count);
  let room = viewportWidth - pinned.width;
  let end = 0;
  for (; end < others.length && room > 0; end += 1) room -= others[end] ?? 0;
  // The last column may be partly visible.
  const isInView = revealed < pinned.count + Math.max(0, end - 1);
  if (viewportWidth === 0 || end === others.length || !isInView) return undefined;
  return { start: 0, end, before: 0, after: 0 };
}
