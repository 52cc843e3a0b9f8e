/** Where a cell is in a table, in pixels from its start; undefined where it is in view in any case, as a header is. */
interface CellBox {
  top: number | undefined;
  height: number;
  left: number | undefined;
  width: number;
}

/** Scrolls a table as little as needed to show a cell next to the header and the columns that stay in view. */
export function revealCell(
  viewport: HTMLElement,
  { top, height, left, width }: CellBox,
  covered: { top: number; left: number },
): void {
  if (top !== undefined) {
    const room = viewport.clientHeight - covered.top;
    const start = top - covered.top;
    if (start < viewport.scrollTop) viewport.scrollTop = start;
    else if (start + height > viewport.scrollTop + room) viewport.scrollTop = Math.min(start, start + height - room);
  }
  if (left !== undefined) {
    const room = viewport.clientWidth - covered.left;
    const start = left - covered.left;
    if (start < viewport.scrollLeft) viewport.scrollLeft = start;
    else if (start + width > viewport.scrollLeft + room) viewport.scrollLeft = Math.min(start, start + width - room);
  }
}

/** How many rows Page Up and Page Down move: those in view, except two. */
export const rowsPerPage = (height: number, rowHeight: number): number =>
  Math.max(1, Math.floor(height / rowHeight) - 2);
