import {
  fieldStatus,
  type ItemFieldChange,
  type ItemValues,
  itemFieldId,
  itemFieldPath,
  itemRowId,
  rowsOf,
  sameValue,
  storedValueOf,
} from '@quartermaster/contract/content/item-fields.ts';
import { leavesIn, levelOf, type TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { type FieldValue, isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import { fieldTypeOf, isComputedType, rowType } from '@quartermaster/contract/field-types/registry.ts';
import type { StoredField } from '../../../core/tables/content.ts';
import { maxErrors } from '../../model/check-values.ts';
import type { Leaf, TemplateModel } from '../../model/template-model.ts';

/** A dynamic group while a save is applied: rows by index, so that the order of changes does not matter. */
type OpenRows = Map<number, OpenValues>;
interface OpenValues {
  leaves: Map<string, FieldValue>;
  groups: Map<string, OpenRows>;
}

/** An item's values after a save, and validation errors by path; the values are only valid if there are no errors. */
export interface Applied {
  values: ItemValues;
  wrong: Record<string, string>;
  changed: boolean;
}

/**
 * Applies the fields of a save to an item's values, without validating the fields' own rules. Values of computed fields are
 * ignored: clients send back what they have read.
 */
export function applyChanges(model: TemplateModel, before: ItemValues, changes: readonly ItemFieldChange[]): Applied {
  const wrong: Record<string, string> = {};
  const known = new Set<string>();
  const root = open(model.tree, before);
  let [changed, refused] = [false, 0];
  for (const change of changes) {
    const { id, template_field_id, template_group_path } = change;
    const leaf = model.leaves.get(template_field_id);
    const reason = known.has(id) ? 'this field appears twice in the request' : checkPlace(leaf, change);
    known.add(id);
    if (reason !== undefined) {
      wrong[itemFieldPath(id)] = reason;
      if (++refused >= maxErrors) break;
    } else if (leaf && !isComputedType(leaf.field.settings.type)) {
      const path = template_group_path ?? [];
      const hasChanged = leaf.holdsRows ? changeRow(root, leaf, path, change) : changeLeaf(root, leaf, path, change);
      changed ||= hasChanged;
    }
  }
  const values = close(root, model.tree, [], (groupId, path) => {
    wrong[itemFieldPath(itemRowId(groupId, path))] = 'rows must follow each other without a gap';
  });
  return { values, wrong, changed };
}

/**
 * The reason why a change does not fit the field's position; undefined if it fits, and then its path has an index per
 * dynamic group.
 */
function checkPlace(leaf: Leaf | undefined, change: ItemFieldChange): string | undefined {
  if (!leaf) return 'the template has no such field';
  const { field, groups, holdsRows } = leaf;
  const type = holdsRows ? rowType : field.settings.type;
  if (change.template_field_type !== type) return `the field is of the type ${type}`;
  const chain = holdsRows ? [...groups, field.id] : groups;
  if (change.template_group_id !== (chain.at(-1) ?? null)) return 'the field is not in this dynamic group';
  if ((change.template_group_path?.length ?? 0) !== chain.length) return 'the path does not lead to a row of the field';
  const id = (holdsRows ? itemRowId : itemFieldId)(field.id, change.template_group_path);
  return change.id === id ? undefined : `the id of this value is ${id}`;
}

// Paths below have passed `checkPlace`, so an index is never missing.

const rowAt = (outer: OpenValues, groupId: string, index: number): OpenValues | undefined =>
  outer.groups.get(groupId)?.get(index);

function rowFor(root: OpenValues, groups: readonly string[], path: readonly number[]): OpenValues {
  let row = root;
  groups.forEach((groupId, level) => {
    const index = path[level] ?? 0;
    const rows = row.groups.get(groupId) ?? new Map<number, OpenValues>();
    row.groups.set(groupId, rows);
    row = rows.get(index) ?? { leaves: new Map(), groups: new Map() };
    rows.set(index, row);
  });
  return row;
}

const findRow = (root: OpenValues, groups: readonly string[], path: readonly number[]): OpenValues | undefined =>
  groups.reduce<OpenValues | undefined>((row, groupId, level) => row && rowAt(row, groupId, path[level] ?? 0), root);

function changeRow(root: OpenValues, { field, groups }: Leaf, path: number[], { status }: ItemFieldChange): boolean {
  const index = path.at(-1) ?? 0;
  const outer = findRow(root, groups, path);
  if (status === fieldStatus.removed) return outer?.groups.get(field.id)?.delete(index) ?? false;
  if (outer && rowAt(outer, field.id, index)) return false;
  rowFor(root, [...groups, field.id], path);
  return true;
}

function changeLeaf(root: OpenValues, { field, groups }: Leaf, path: number[], change: ItemFieldChange): boolean {
  const value = storedValueOf(change.value, field.settings);
  if (change.status === fieldStatus.removed || isEmpty(value)) {
    return findRow(root, groups, path)?.leaves.delete(field.id) ?? false;
  }
  const row = rowFor(root, groups, path);
  const before = row.leaves.get(field.id);
  row.leaves.set(field.id, value);
  return !sameValue(before, value);
}

function open(tree: readonly TreeNode[], values: ItemValues): OpenValues {
  const opened: OpenValues = { leaves: new Map(), groups: new Map() };
  for (const { field, children } of leavesIn(levelOf(tree), Object.keys(values))) {
    const value = values[field.id];
    if (value === undefined) continue;
    if (fieldTypeOf(field.settings.type).holds === 'rows') {
      opened.groups.set(field.id, new Map(rowsOf(value).map((row, index) => [index, open(children, row)])));
    } else {
      // Only a dynamic group stores rows.
      opened.leaves.set(field.id, value as FieldValue);
    }
  }
  return opened;
}

function close(
  opened: OpenValues,
  tree: readonly TreeNode<StoredField>[],
  path: readonly number[],
  refuse: (fieldId: string, path: readonly number[]) => void,
): ItemValues {
  const values: ItemValues = {};
  const names = [...opened.leaves.keys(), ...opened.groups.keys()];
  for (const { field, children } of leavesIn(levelOf(tree), names)) {
    const leaf = opened.leaves.get(field.id);
    if (leaf !== undefined) values[field.id] = leaf;
    const rows = opened.groups.get(field.id);
    if (!rows || rows.size === 0) continue;
    const indexes = [...rows.keys()].sort((a, b) => a - b);
    const beyond = indexes.find((index) => index >= rows.size);
    if (beyond !== undefined) refuse(field.id, [...path, beyond]);
    values[field.id] = indexes.flatMap((index) => {
      const row = rows.get(index);
      return row ? [close(row, children, [...path, index], refuse)] : [];
    });
  }
  return values;
}
