import { Type } from 'typebox';
import { contentLimits } from '../content/content-limits.ts';
import { dropLimits } from '../content/drop-limits.ts';
import { Exact, FieldId, Id, InstanceParams, TemplateId } from './common.ts';
import { Picture } from './items.ts';

/** An item by its template and its id. */
const ItemRef = { template_id: TemplateId, id: Id };

/** An item that can be dropped; a table has rows. A row without item and text drops nothing. */
const DropItem = Exact({
  ...ItemRef,
  label: Type.String(),
  image: Picture,
  rows: Type.Optional(
    Type.Array(
      Exact({
        weight: Type.Number({ exclusiveMinimum: 0 }),
        item: Type.Optional(Id),
        text: Type.Optional(Type.String()),
      }),
      {
        maxItems: dropLimits.rows,
        description: 'The rows of a table with a weight above zero: each drops one of the items, or a text',
      },
    ),
  ),
});

/** Shapes of the calls for drops. */
export const dropShapes = {
  list: {
    params: InstanceParams,
    body: Exact({
      rows: Type.Array(Type.Array(Exact(ItemRef), { minItems: 1, maxItems: dropLimits.links }), {
        maxItems: contentLimits.itemRows,
        description: 'The links of each row: it leads to the first one that is a table, else to the first one',
      }),
      /** The item with these rows, without an id until it is saved; `field` is their weight. */
      from: Type.Optional(Exact({ template_id: TemplateId, id: Type.Optional(Id), field: FieldId })),
    }),
    response: Exact({ items: Type.Array(DropItem, { maxItems: dropLimits.items }) }),
  },
} as const;
