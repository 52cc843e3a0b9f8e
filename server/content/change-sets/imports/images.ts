import { type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import { leavesIn, levelOf, type TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { fieldTypeOf, isFileType } from '@quartermaster/contract/field-types/registry.ts';
import type { TemplateModel } from '../../model/template-model.ts';
import type { Incompatibility } from '../incompatibility.ts';

const reason = 'an image cannot be imported; upload it in the item';

/** The first image that a row would give an item, or take from it. Rows of a group can be moved with theirs. */
export function changedImage(
  { tree, leaves }: TemplateModel,
  before: ItemValues,
  values: ItemValues,
): Incompatibility | undefined {
  const files = [...leaves.values()].filter(({ field }) => isFileType(field.settings.type));
  if (files.length === 0) return undefined;
  const changed = files.find(({ groups, field: { id } }) => groups.length === 0 && before[id] !== values[id]);
  if (changed) return { field_id: changed.field.id, reason };
  const known = new Set(imagesIn(tree, before, []).map(({ image }) => image));
  const added = imagesIn(tree, values, []).find(({ image }) => !known.has(image));
  return added && { field_id: added.fieldId, path: added.path, reason };
}

interface FoundImage {
  fieldId: string;
  path: readonly number[];
  image: unknown;
}

const imagesIn = (nodes: readonly TreeNode[], values: ItemValues, path: readonly number[]): FoundImage[] =>
  leavesIn(levelOf(nodes), Object.keys(values)).flatMap(({ field, children }) => {
    const value = values[field.id];
    if (fieldTypeOf(field.settings.type).holds === 'rows')
      return rowsOf(value).flatMap((row, index) => imagesIn(children, row, [...path, index]));
    return isFileType(field.settings.type) ? [{ fieldId: field.id, path, image: value }] : [];
  });
