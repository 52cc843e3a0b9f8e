import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { buildTree, leavesOf, type TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import type { SaveTemplateField } from '@quartermaster/contract/endpoints/templates.ts';
import { editorFields } from './editor-template.ts';

type Content = [fields: SaveTemplateField[], values: ItemValues];

const free = { required: false, minimum: null, maximum: null };
const text = (id: string, order: number, parentId: string | null = null): SaveTemplateField => ({
  id,
  parentId,
  order,
  settings: { type: 'text', name: id, label: id, ...free },
});

/** The smallest form: one text. */
export const oneField = (): Content => [[text('name', 0)], { name: 'Sword' }];

/** 2,000 fields, six deep, each with a value, and two rows in each dynamic group. */
export function wideItem(): Content {
  const fields = editorFields(2000);
  return [fields, valuesOf(buildTree(fields))];
}

/** As many fields and values as the largest item of a real game: 239 fields, 38 of them in 264 rows, and 10,285 values. */
export function longItem(): Content {
  const outside = Array.from({ length: 200 }, (_, place) => text(`text${place}`, place));
  const group: SaveTemplateField = {
    id: 'rows',
    parentId: null,
    order: 200,
    settings: { type: 'dynamic-group', name: 'rows', label: 'rows' },
  };
  const columns = Array.from({ length: 38 }, (_, place) => text(`column${place}`, place, 'rows'));
  const values = Object.fromEntries(outside.map(({ id }) => [id, `The ${id}`]));
  const row = (place: number) => Object.fromEntries(columns.map(({ id }) => [id, `${id} ${place}`]));
  const rows = Array.from({ length: 265 }, (_, place) => row(place));
  return [[...outside, group, ...columns], { ...values, rows }];
}

/** A value for each text and number, and two rows in each dynamic group. */
const valuesOf = (nodes: readonly TreeNode[]): ItemValues =>
  Object.fromEntries(
    leavesOf(nodes).flatMap(({ field: { id, settings }, children }): [string, ItemValues[string]][] => {
      if (settings.type === 'text') return [[id, `The ${id}`]];
      if (settings.type === 'integer' || settings.type === 'float') return [[id, id.length]];
      if (settings.type === 'boolean') return [[id, true]];
      return settings.type === 'dynamic-group' ? [[id, [valuesOf(children), valuesOf(children)]]] : [];
    }),
  );
