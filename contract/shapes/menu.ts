import { Type } from 'typebox';
import { Exact, InstanceParams } from './common.ts';

/** A folder of the sidebar, or a link to a template. */
export const MenuNode = Exact({
  id: Type.String(),
  parent_id: Type.String({ description: '"root" at the top level' }),
  label: Type.String(),
  template_id: Type.String({ description: 'Empty for a folder' }),
  order: Type.Integer({ minimum: 0 }),
});

/** Shapes of the calls for the sidebar. */
export const menuShapes = {
  list: { params: InstanceParams, response: Exact({ menu: Type.Array(MenuNode) }) },
} as const;
