import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { fieldTypeOf, isFileType } from '@quartermaster/contract/field-types/registry.ts';

/** With more columns than this, inputs would be narrower than their values. */
const mostColumns = 6;

/** True for a dynamic group that is shown as a table: few fields, none of them a group or an image, all of them always shown. */
export const isFlat = (nodes: readonly TreeNode[]): boolean =>
  nodes.length > 0 &&
  nodes.length <= mostColumns &&
  nodes.every(
    ({ field: { settings } }) =>
      fieldTypeOf(settings.type).holds === 'value' && !isFileType(settings.type) && settings.shownWhen === undefined,
  );
