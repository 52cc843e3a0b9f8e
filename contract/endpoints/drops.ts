import { can } from '../access.ts';
import type * as shapes from '../shapes/drops.ts';
import { endpoint } from './endpoint.ts';

/** What the rows of drop tables lead to. */
export const drops = {
  /**
   * The items that rows of a drop table lead to, and those below them. An item whose template has a weight in a dynamic group, and that has
   * rows there, is a table, too: it is drawn on from, by the first weight of its template (by `from.field` if that is the template of `from`).
   * 422 for tables that never end, with their labels along the way, and beyond the limits of content.
   */
  list: endpoint<typeof shapes.dropShapes.list>({
    method: 'POST',
    path: '/editor/:instanceId/drops',
    access: can('READ'),
    safe: true,
    turns: 'drops',
  }),
};
