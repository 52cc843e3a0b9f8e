import { type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import { leavesOf, type TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { type FieldValue, isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { draftText, valueText } from './draft-text.ts';
import type { ItemDraft } from './item-draft.ts';

/** What was typed in a field that the template has no longer, or that cannot have it any more. */
export interface LostValue {
  /** The id of the field, after those of the rows around it: several fields can have one name. */
  path: string;
  /** The names of the field and of the groups and rows around it. */
  name: string;
  isRemoved: boolean;
  text: string;
  /** Who has changed the template; undefined if that is not known. */
  by?: string | undefined;
}

/** Adds what was lost; of a field that was lost before, too, the last text is the one that was typed. */
export const withLost = (before: readonly LostValue[], values: readonly LostValue[]): readonly LostValue[] => [
  ...before.filter(({ path }) => values.every((one) => one.path !== path)),
  ...values,
];

/**
 * The values that were typed in the fields of one template and have none in another one. Where the template before is not known, these are
 * all values, and fields without one have their ids.
 */
export const lostValues = (
  before: readonly TreeNode[] | undefined,
  tree: readonly TreeNode[],
  base: ItemDraft,
  { values }: ItemDraft,
): LostValue[] => lostIn(before, tree, base.values, values, { path: '', name: '' });

function lostIn(
  before: readonly TreeNode[] | undefined,
  tree: readonly TreeNode[],
  base: ItemValues,
  typed: ItemValues,
  around: Pick<LostValue, 'path' | 'name'>,
): LostValue[] {
  const earlier = before && byId(before);
  const nodes = byId(tree);
  return Object.entries(typed).flatMap(([id, value]): LostValue[] => {
    const [old, node] = [earlier?.get(id), nodes.get(id)];
    // What has no field before, either, was lost by an earlier change.
    if (isEmpty(value) || isEqual(value, base[id]) || (earlier && !old)) return [];
    const path = around.path + id;
    const name = around.name + nameOf(old ?? node, id);
    if (node && holdsRows(node) && Array.isArray(value)) {
      const rows = rowsOf(base[id]);
      return rowsOf(value).flatMap((row, index) =>
        lostIn(old?.children, node.children, rows[index] ?? {}, row, {
          path: `${path}.${index}.`,
          name: `${name} ${index + 1} / `,
        }),
      );
    }
    return node && fits(node, value) ? [] : [{ path, name, isRemoved: !node, text: textOf(old, value) }];
  });
}

/** Values that fit a template: those that do not are as saved. Values without a field stay, as it may be brought back. */
export function fittedTo(tree: readonly TreeNode[], values: ItemValues, saved: ItemValues): ItemValues {
  const fitted = leavesOf(tree).map((node): [string, ItemValues[string]] => {
    const { id } = node.field;
    const value = values[id];
    const other = saved[id] ?? null;
    if (holdsRows(node) && Array.isArray(value)) {
      const rows = rowsOf(other);
      const next = rowsOf(value).map((row, index) => fittedTo(node.children, row, rows[index] ?? {}));
      return [id, isEqual(next, value) ? value : next];
    }
    return [id, value !== undefined && (value === null || fits(node, value)) ? value : other];
  });
  return { ...values, ...Object.fromEntries(fitted) };
}

const byId = (nodes: readonly TreeNode[]) => new Map(leavesOf(nodes).map((node) => [node.field.id, node]));

const holdsRows = ({ field: { settings } }: TreeNode): boolean => fieldTypeOf(settings.type).holds === 'rows';

const fits = (node: TreeNode, value: ItemValues[string] | undefined): boolean => {
  const { settings } = node.field;
  return holdsRows(node) ? Array.isArray(value) : fieldTypeOf(settings.type).wrongKind(value, settings) === undefined;
};

/** True if two values are stored as the same. */
export const isEqual = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

const nameOf = (node: TreeNode | undefined, id: string): string =>
  node ? node.field.settings.label || node.field.settings.name : id;

function textOf(node: TreeNode | undefined, value: ItemValues[string]): string {
  if (!node) return typeof value === 'object' ? JSON.stringify(value) : String(value);
  return holdsRows(node)
    ? draftText([node], { label: '', values: { [node.field.id]: value } })
    : valueText(node.field.settings, value as FieldValue);
}
