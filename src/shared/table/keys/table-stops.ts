import type { CellPlace } from './next-cell.ts';

/** What can have the focus in a table. Not every `tabindex`: texts that only scripts focus have one, too. */
const controls = 'a[href], button, input, select, textarea, summary, [role="separator"], [data-place]';

/** Controls that use the arrow keys themselves. */
const usesArrows = 'input:not([type="checkbox"]), select, textarea, [role="separator"]';

const controlsIn = (element: Element) => [...element.querySelectorAll<HTMLElement>(controls)];

/** True for a control to which arrow keys do not move, as they could not leave it. */
export const hasOwnArrows = (element: Element): boolean => element.matches(usesArrows);

/** The controls of a row or cell that arrow keys move between. */
export const stopsIn = (element: Element): HTMLElement[] =>
  controlsIn(element).filter((control) => !control.matches(':disabled') && !hasOwnArrows(control));

/** Where arrow keys stop in a cell: at its controls, or at the cell itself. */
export function stopsOf(cell: HTMLElement): HTMLElement[] {
  const found = stopsIn(cell);
  return found.length > 0 ? found : [cell];
}

/** The control of a cell that uses the arrow keys itself, such as the handle for the width of a column. */
export const innerControl = (cell: Element): HTMLElement | undefined => controlsIn(cell).find(hasOwnArrows);

/** True in the heading of a group, which is no cell: Tab reaches its controls. */
const isInHeading = (element: Element): boolean => element.closest('[data-heading]') !== null;

/** Takes new controls out of the order of Tab, except one. */
export function leaveTabOrder(element: Element, except: Element | null): void {
  for (const control of element.matches(controls) ? [element as HTMLElement] : controlsIn(element))
    if (control !== except && !isInHeading(control)) control.tabIndex = -1;
}

/** The cell around an element, or the element itself. */
export const cellOf = (element: Element): HTMLElement | null =>
  isInHeading(element) ? null : element.closest<HTMLElement>('th, td');

/** The place of a cell on its page: row 0 has the headers. `offset` is the index of the page's first row in the whole list. */
export function placeOf(cell: Element, offset: number): CellPlace {
  const row = Number(cell.closest('tr')?.getAttribute('aria-rowindex') ?? 1) - 1;
  return { row: row === 0 ? 0 : row - offset, column: Number(cell.getAttribute('aria-colindex') ?? 1) - 1 };
}

/** The cell at a place, if it is rendered. */
export const cellAt = (table: Element, { row, column }: CellPlace, offset: number): HTMLElement | null =>
  table.querySelector<HTMLElement>(
    `tr[aria-rowindex="${row === 0 ? 1 : row + offset + 1}"] > [aria-colindex="${column + 1}"]`,
  );

/** Where Tab enters a table at first: at what names its first row, or at its headers. */
export function firstStop(table: Element): HTMLElement | undefined {
  const inRows = table.querySelector<HTMLElement>('tbody > tr > [aria-colindex]');
  const cell = inRows ?? table.querySelector<HTMLElement>('thead [aria-colindex]');
  const named = cell?.closest('tr')?.querySelector<HTMLElement>('th[scope="row"]') ?? cell;
  return named ? stopsOf(named)[0] : undefined;
}
