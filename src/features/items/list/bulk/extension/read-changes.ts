import { leavesOf, type TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import type { ItemChanges } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import type { ExtensionField, ProposedChange } from '@quartermaster/contract/extensions/extension-api.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { labelField } from '@quartermaster/contract/rules/bulk-edits/operations.ts';
import { columnOf } from '@quartermaster/contract/sheets/system-columns.ts';
import { extensionField } from '../../../../../shared/extensions/extension-field.ts';

/** The fields that an action can change, by their ids: those of the types that an extension can edit, which are in no rows. */
export const actionFields = (
  tree: readonly TreeNode[],
  { mayEditReadOnly }: { mayEditReadOnly: boolean },
): ReadonlyMap<string, ExtensionField> =>
  new Map(
    leavesOf(tree)
      .filter(({ field: { settings } }) => 'editor' in fieldTypeOf(settings.type).settings)
      .filter(({ field: { settings } }) => mayEditReadOnly || !settings.readOnly)
      .map(({ field: { id, settings } }) => [id, { ...extensionField(settings), name: columnOf(tree, id) }]),
  );

/** The changes of an extension as a bulk edit has them, or which of them it cannot make. */
export function readChanges(
  changes: readonly ProposedChange[],
  fields: ReadonlyMap<string, ExtensionField>,
): { values: ItemChanges } | { wrong: string } {
  const idOf = new Map([...fields].map(([id, { name }]) => [name, id]));
  const values: ItemChanges = [];
  for (const { id, label, values: named = {} } of changes) {
    const changed = Object.entries(named).map(([name, value]) => ({ name, field_id: idOf.get(name), value }));
    const unknown = changed.find(({ field_id }) => field_id === undefined);
    if (unknown)
      return { wrong: `a value for “${unknown.name.slice(0, 100)}”, which is no field that it can change here.` };
    const all = [
      ...(label === undefined ? [] : [{ field_id: labelField, value: label }]),
      ...changed.map(({ field_id = '', value }) => ({ field_id, value: Array.isArray(value) ? [...value] : value })),
    ];
    if (all.length > 0) values.push({ id, fields: all as ItemChanges[number]['fields'] });
  }
  return { values };
}
