import { type FieldSettings, fieldTypeOf, isRowType } from '../field-types/registry.ts';
import { type ItemField, type ItemValues, itemFieldId, storedValueOf } from './item-fields.ts';
import { hasReadOnlyFields, withDefaultReadOnly } from './read-only-values.ts';
import { leavesOf, type TreeNode } from './template-tree.ts';

/** Where the values of a field are located. */
interface Place {
  /** The dynamic groups around it, outermost first. */
  groups: string[];
  /** True for a dynamic group itself. */
  holdsRows: boolean;
  settings: FieldSettings;
}

/** Where the values of each field of a template are located, by field id. */
export function placesOf(tree: readonly TreeNode[]): Map<string, Place> {
  const places = new Map<string, Place>();
  const visit = (nodes: readonly TreeNode[], groups: string[]) => {
    for (const { field, children } of leavesOf(nodes)) {
      const { id, settings } = field;
      places.set(id, { groups, holdsRows: fieldTypeOf(settings.type).holds === 'rows', settings });
      visit(children, [...groups, id]);
    }
  };
  visit(tree, []);
  return places;
}

/**
 * The values of a copy of an item: without those that must be unique, which are never in rows; those that are read-only
 * for whoever copies it have their defaults.
 */
export function valuesOfCopy(
  tree: readonly TreeNode[],
  values: ItemValues,
  { mayEditReadOnly }: { mayEditReadOnly: boolean },
): ItemValues {
  const allowed = mayEditReadOnly || !hasReadOnlyFields(tree) ? values : withDefaultReadOnly(tree, values);
  const unique = leavesOf(tree).filter(({ field }) => field.settings.unique && field.id in allowed);
  if (unique.length === 0) return allowed;
  const copied = { ...allowed };
  for (const { field } of unique) delete copied[field.id];
  return copied;
}

/**
 * A row of a dynamic group, or a value in one, does not fit the template. Skipping it would lose it, or shift the rows
 * after it.
 */
export class InvalidRowError extends Error {
  constructor(id: string) {
    super(`The row of ${id} does not fit the template`);
    this.name = 'InvalidRowError';
  }
}

type PlacedField = Pick<
  ItemField,
  'template_field_id' | 'template_field_type' | 'template_group_id' | 'template_group_path' | 'value'
>;

/**
 * Rebuilds an item's values from a flat list: the inverse of `toItemFields`. Values outside of rows are skipped if the
 * template does not have their field. Throws an {@link InvalidRowError} if a row, or a value in one, has no position in
 * the template or occupies one that is already taken, or if a row index is missing.
 */
export function toItemValues(tree: readonly TreeNode[], fields: readonly PlacedField[]): ItemValues {
  const places = placesOf(tree);
  const values: ItemValues = {};
  const rows = new Map<string, ItemValues>();
  const lists = new Map<string, ItemValues[]>();
  const taken = new Set<string>();

  const rowAt = (groups: readonly string[], path: readonly number[]): ItemValues => {
    const groupId = groups.at(-1);
    if (groupId === undefined) return values;
    const outerPath = path.slice(0, -1);
    const id = itemFieldId(groupId, path);
    const listId = itemFieldId(groupId, outerPath);
    const row = rows.get(id) ?? {};
    const list = lists.get(listId) ?? [];
    if (!lists.has(listId)) rowAt(groups.slice(0, -1), outerPath)[groupId] = list;
    list[path.at(-1) ?? 0] = row;
    rows.set(id, row);
    lists.set(listId, list);
    return row;
  };

  for (const field of fields) {
    const { template_field_id: fieldId, template_group_path: path } = field;
    const position = places.get(fieldId);
    if (!position && path === null) continue;
    const id = itemFieldId(fieldId, path);
    if (!position || !isPlacedIn(position, field) || taken.has(id)) throw new InvalidRowError(id);
    taken.add(id);
    const row = rowAt(position.holdsRows ? [...position.groups, fieldId] : position.groups, path ?? []);
    if (!position.holdsRows) row[fieldId] = storedValueOf(field.value, position.settings);
  }
  for (const [id, list] of lists) {
    if (Object.keys(list).length !== list.length) throw new InvalidRowError(id);
  }
  return values;
}

function isPlacedIn({ groups, holdsRows }: Place, field: PlacedField): boolean {
  const chain = holdsRows ? [...groups, field.template_field_id] : groups;
  return (
    holdsRows === isRowType(field.template_field_type) &&
    field.template_group_id === (chain.at(-1) ?? null) &&
    (field.template_group_path?.length ?? 0) === chain.length
  );
}
