import { count } from '../../../../shared/ui/count.ts';

/** How many rows came, went and moved since rows were put on the screen. */
export interface ListNews {
  added: number;
  deleted: number;
  moved: number;
}

/** What has changed in a list, as one line; empty for nothing. */
export const newsText = ({ added, deleted, moved }: ListNews): string =>
  [
    ...(added > 0 ? [count(added, 'new item')] : []),
    ...(deleted > 0 ? [`${count(deleted, 'item')} deleted`] : []),
    ...(moved > 0 ? [`${count(moved, 'item has', 'items have')} moved`] : []),
  ].join(', ');
