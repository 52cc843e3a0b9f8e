import { contentLimits } from '@quartermaster/contract/content/content-limits.ts';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { newItemText } from '@quartermaster/contract/content/new-item-text.ts';
import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { largestId } from '../../../core/base/largest-id.ts';
import { replaceLinks } from '../../model/replace-links.ts';
import type { TemplateModel } from '../../model/template-model.ts';

/** The ids of new items until an import or a proposal is applied: no item of a project has them. */
const firstProvisional = largestId - contentLimits.importRows;

/** The id that links to a new item have until it gets its own. */
export const provisionalId = (index: number): number => firstProvisional + index;

/** True for the id of a new item of the same file or proposal. */
export const isProvisional = (id: number): boolean => id >= firstProvisional;

const linking = new WeakMap<readonly TreeNode[], boolean>();

/** True if items of a template can link to any items. */
function canLink(nodes: readonly TreeNode[]): boolean {
  const known = linking.get(nodes);
  if (known !== undefined) return known;
  const does = nodes.some(
    ({ field, children }) => fieldTypeOf(field.settings.type).links !== undefined || canLink(children),
  );
  linking.set(nodes, does);
  return does;
}

type Values = Pick<TemplateModel, 'tree'>;

/** Values in which links to new items of the file or proposal lead to their ids, which start with `firstId`. */
export const withIds = ({ tree }: Values, values: ItemValues, firstId: number): ItemValues =>
  canLink(tree)
    ? replaceLinks(tree, values, (item) => (isProvisional(item) ? firstId + item - firstProvisional : item))
    : values;

/** The labels of new items by their place among them. */
export type NewLabels = ReadonlyMap<number, string>;

/** Values in which links to new items of the file or proposal are texts. */
export const withoutIds = ({ tree }: Values, values: ItemValues, labels: NewLabels): ItemValues =>
  canLink(tree)
    ? replaceLinks(tree, values, (item) =>
        isProvisional(item) ? newItemText(labels.get(item - firstProvisional)) : item,
      )
    : values;
