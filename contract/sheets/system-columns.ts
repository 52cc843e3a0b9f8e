import { nameOfField } from '../content/field-names.ts';
import type { TreeNode } from '../content/template-tree.ts';
import { fieldTypeOf } from '../field-types/registry.ts';
import { isKeyField } from '../rules/unique.ts';

/** The columns of an item that are not fields. */
export const systemColumns = { id: '_id', version: '_version', label: '_label' } as const;

/** The version of an item that does not exist yet: if there is one now, others have created it. */
export const noVersion = 0;

/** In a record of JSON: the columns that could not be read from a file, each with the reason. */
export const unreadColumn = '_unread';

const names: ReadonlySet<string> = new Set([...Object.values(systemColumns), unreadColumn]);

/** True for the name of a column that is not a field. */
export const isSystemColumn = (name: string): boolean => names.has(name);

/** The column of a field at the top level, by its path. Names have no dots, so that one cannot clash with another column. */
export const topColumn = (path: string): string => (isSystemColumn(path) ? `.${path}` : path);

/** The column of a field that is in no rows, by its path in names. */
export const columnOf = (tree: readonly TreeNode[], fieldId: string): string => topColumn(nameOfField(tree, fieldId));

/** The field whose values name the items of a template in sheets: the first key field; undefined if there is none. */
export function keyFieldOf<N extends TreeNode>(nodes: readonly N[]): N['field'] | undefined {
  for (const { field, children } of nodes) {
    const { holds } = fieldTypeOf(field.settings.type);
    const found = holds === 'group' ? keyFieldOf(children) : isKeyField(field.settings) ? field : undefined;
    if (found) return found;
  }
  return undefined;
}
