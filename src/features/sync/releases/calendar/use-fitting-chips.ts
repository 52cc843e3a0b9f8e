import { type RefObject, useLayoutEffect, useState } from 'react';

/** Heights in pixels: of a day's number with the padding around, of a chip with its gap, and of the line for the others. */
const [numberHeight, chipHeight, moreHeight] = [31, 41, 20];

/** How many of a day's releases fit next to the line for the others; all of them if they fit without it. */
export const fitting = (amount: number, height: number): number => {
  const room = height - numberHeight;
  if (amount * chipHeight <= room) return amount;
  return Math.max(0, Math.floor((room - moreHeight) / chipHeight));
};

/** The height of a week in pixels, which follows that of the page; `weeks` identifies those that are rendered. */
export function useWeekHeight(grid: RefObject<HTMLElement | null>, weeks: string): number {
  // Two chips, until it is known.
  const [height, setHeight] = useState(numberHeight + 2 * chipHeight);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other weeks are other elements, and a month has four to six
  useLayoutEffect(() => {
    const week = grid.current?.querySelector('[role="row"]:nth-child(2)');
    if (!week) return;
    const observer = new ResizeObserver(() => {
      if (week.clientHeight > 0) setHeight(week.clientHeight);
    });
    observer.observe(week);
    return () => observer.disconnect();
  }, [grid, weeks]);
  return height;
}
