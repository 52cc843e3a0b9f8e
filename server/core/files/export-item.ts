import { isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { type ItemValues, rowsOf } from '@quartermaster/contract/item-fields.ts';
import type { TreeNode } from '@quartermaster/contract/template-tree.ts';

type Write = (values: ItemValues) => string;

/** Makes the function that writes items of a template as an exported file has them: JSON, its fields in their order. */
export function itemExporter(tree: readonly TreeNode[]): (id: number, values: ItemValues) => string {
  const members = writeMembers(tree);
  return (id, values) => {
    const rest = members(values);
    return rest ? `{"id":${id},${rest}}` : `{"id":${id}}`;
  };
}

/** An item as an exported file has it. JSON and no object, as JavaScript puts names like `7` first. */
export const exportItem = (tree: readonly TreeNode[], id: number, values: ItemValues): string =>
  itemExporter(tree)(id, values);

function writeMembers(nodes: readonly TreeNode[]): Write {
  const members = nodes.map(({ field, children }) => {
    const name = `${JSON.stringify(field.settings.name)}:`;
    const write = writeValue(field, children);
    return (values: ItemValues) => name + write(values);
  });
  return (values) => members.map((write) => write(values)).join();
}

function writeValue({ id, settings }: TreeNode['field'], children: readonly TreeNode[]): Write {
  const { holds, emptyExport = null } = fieldTypeOf(settings.type);
  if (holds === 'value') {
    const empty = JSON.stringify(emptyExport);
    return (values) => (isEmpty(values[id]) ? empty : JSON.stringify(values[id]));
  }
  const members = writeMembers(children);
  // A group has no values of its own: those of its fields lie in the row around it.
  if (holds === 'group') return (values) => `{${members(values)}}`;
  return (values) => `[${rowsOf(values[id]).map((row) => `{${members(row)}}`)}]`;
}
