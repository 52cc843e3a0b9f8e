import type { Static } from 'typebox';
import { can } from '../access.ts';
import type * as shapes from '../shapes/menu.ts';
import { endpoint } from './endpoint.ts';

export type MenuNode = Static<typeof shapes.MenuNode>;
export type SaveMenuNode = Static<typeof shapes.SaveMenuNode>;

/** `parent_id` of the top-level nodes. */
export const menuRoot = 'root';

/** The folders and template links of the sidebar. */
export const menu = {
  /** The folders and links of the menu. A template that was synced without its link is appended at the top level. */
  list: endpoint<typeof shapes.menuShapes.list>({
    method: 'GET',
    path: '/editor/:instanceId/menu',
    access: can('READ'),
  }),
  /** Changes the menu; 409 with the current menu if the changes were made to another version of it. */
  save: endpoint<typeof shapes.menuShapes.save>({
    method: 'POST',
    path: '/editor/:instanceId/menu',
    access: can('MENU_MANAGEMENT', { env: 'Dev' }),
  }),
};
