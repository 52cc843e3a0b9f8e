import type { Static } from 'typebox';
import { can } from '../access.ts';
import type * as shapes from '../shapes/menu.ts';
import { endpoint } from './endpoint.ts';

export type MenuNode = Static<typeof shapes.MenuNode>;

/** `parent_id` of the top-level nodes. */
export const menuRoot = 'root';

/** The folders and template links of the sidebar; a template without a position comes last at the top level. */
export const menu = {
  list: endpoint<typeof shapes.menuShapes.list>({
    method: 'GET',
    path: '/editor/:instanceId/menu',
    access: can('READ'),
  }),
};
