import { isHiddenBy, type RowChain, type ShownRules } from '@quartermaster/contract/content/field-visibility.ts';
import { type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import { leavesIn, levelOf, type TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';

/** A value that the value of another field hides. */
interface HiddenValue {
  /** Its path in the form. */
  name: string;
  label: string;
}

/** The fields of the row at a path of the form. */
const nodesAt = (tree: readonly TreeNode[], path: string): readonly TreeNode[] =>
  path
    .split('.')
    .filter((_, index) => index % 2 === 1)
    .reduce<readonly TreeNode[]>((nodes, id) => leavesIn(levelOf(nodes), [id])[0]?.children ?? [], tree);

/** The values in a row, and in the rows within it, that the value of one of its fields hides. */
export function hiddenValues(
  { tree, rules }: { tree: readonly TreeNode[]; rules: ShownRules },
  decidingId: string,
  path: string,
  rows: RowChain,
): HiddenValue[] {
  const found: HiddenValue[] = [];
  const visit = (nodes: readonly TreeNode[], around: RowChain, at: string): void => {
    const row: ItemValues = around.at(-1) ?? {};
    for (const { field, children } of leavesIn(levelOf(nodes), Object.keys(row))) {
      const value = row[field.id];
      const { label, name, type } = field.settings;
      if (isEmpty(value)) continue;
      if (isHiddenBy(rules, field.id, decidingId, around))
        found.push({ name: `${at}.${field.id}`, label: label || name });
      else if (fieldTypeOf(type).holds === 'rows')
        for (const [index, inner] of rowsOf(value).entries())
          visit(children, [...around, inner], `${at}.${field.id}.${index}`);
    }
  };
  visit(nodesAt(tree, path), rows, path);
  return found;
}
