import { defaultValues } from '@quartermaster/contract/content/default-values.ts';
import { type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import { leavesOf, sameSetting, type TreeField, type TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import { fieldTypeOf, linkedTemplatesOf } from '@quartermaster/contract/field-types/registry.ts';

/** The kind of value of each field, by field id. */
export type FieldKinds = ReadonlyMap<string, string>;

const kindOf = ({ settings }: TreeField): string => [settings.type, ...linkedTemplatesOf(settings)].join(' of ');

/** The kind of value of each field of a template. */
export function fieldKinds(tree: readonly TreeNode[]): FieldKinds {
  const kinds = new Map<string, string>();
  const visit = (nodes: readonly TreeNode[]) => {
    for (const { field, children } of nodes) {
      kinds.set(field.id, kindOf(field));
      visit(children);
    }
  };
  visit(tree);
  return kinds;
}

/**
 * The values that are still valid for their fields after a template has changed: renamed, moved and added fields keep all
 * values; a field that is removed, holds another kind of value or is now in other rows loses its value.
 */
export function pickValidValues(nodes: readonly TreeNode[], values: ItemValues, before: FieldKinds): ItemValues {
  const valid: ItemValues = {};
  for (const { field, children } of leavesOf(nodes)) {
    const value = values[field.id];
    if (value === undefined || before.get(field.id) !== kindOf(field)) continue;
    const holdsRows = fieldTypeOf(field.settings.type).holds === 'rows';
    valid[field.id] = holdsRows ? rowsOf(value).map((row) => pickValidValues(children, row, before)) : value;
  }
  return valid;
}

/** The values with each default that is not that of the template before; a value that was entered stays. */
export function withNewDefaults(
  nodes: readonly TreeNode[],
  values: ItemValues,
  before: readonly TreeNode[],
): ItemValues {
  const [was, is] = [defaultValues(before), defaultValues(nodes)];
  const changed = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((id) => {
    const value = values[id] ?? null;
    return !sameSetting(was[id], is[id]) && (isEmpty(value) || sameSetting(value, was[id]));
  });
  return { ...values, ...Object.fromEntries(changed.map((id) => [id, is[id] ?? null])) };
}

/** The values that can be exported; invalid ones are omitted and counted. */
export function exportable(nodes: readonly TreeNode[], values: ItemValues): { values: ItemValues; omitted: number } {
  const valid: ItemValues = {};
  let omitted = 0;
  for (const { field, children } of leavesOf(nodes)) {
    const value = values[field.id];
    const { holds, check } = fieldTypeOf(field.settings.type);
    if (holds === 'rows') {
      valid[field.id] = rowsOf(value).map((row) => {
        const inner = exportable(children, row);
        omitted += inner.omitted;
        return inner.values;
      });
    } else if (!isEmpty(value)) {
      if (check(value, field.settings) === undefined) valid[field.id] = value;
      else omitted += 1;
    }
  }
  return { values: valid, omitted };
}
