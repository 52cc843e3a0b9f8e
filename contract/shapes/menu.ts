import { Type } from 'typebox';
import { contentLimits } from '../content/content-limits.ts';
import { Exact, InstanceParams, Status, TypedText } from './common.ts';

/** A folder of the sidebar, or a link to a template. */
export const MenuNode = Exact({
  id: Type.String(),
  parent_id: Type.String({ description: '"root" at the top level' }),
  label: Type.String(),
  template_id: Type.String({ description: 'Empty for a folder' }),
  order: Type.Integer({ minimum: 0 }),
});

const NodeId = Type.String({ pattern: '^[A-Za-z0-9_.:-]{1,128}$' });

/** A change of a menu. Nodes that are not sent are unchanged. */
export const SaveMenuNode = Exact({
  id: NodeId,
  parent_id: NodeId,
  label: TypedText,
  template_id: Type.String({ maxLength: 64 }),
  order: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  status: Status,
});

const MenuVersion = Type.String({ description: 'Equal menus have equal versions, different ones different versions' });

/** Shapes of the calls for the sidebar. */
export const menuShapes = {
  list: { params: InstanceParams, response: Exact({ menu: Type.Array(MenuNode), version: MenuVersion }) },
  save: {
    params: InstanceParams,
    body: Exact({
      // Every node removed, and as many added in their place.
      menu: Type.Array(SaveMenuNode, { maxItems: 2 * contentLimits.menuNodes }),
      version: Type.Optional(
        Type.String({
          maxLength: 64,
          description: 'Version of the menu that the changes were made to; 409 if it is stale',
        }),
      ),
      dry_run: Type.Optional(Type.Boolean({ description: 'Refused for the same reasons, and changes nothing' })),
    }),
    response: Exact({ version: MenuVersion }),
  },
} as const;
