import type { Option } from '../field-types/options.ts';
import { type FieldSettings, fieldTypeOf } from '../field-types/registry.ts';
import { type ItemValues, rowsOf } from './item-fields.ts';
import { levelOf, type TreeField, type TreeNode } from './template-tree.ts';

/** The shapes of the rows of a dynamic group. */
export interface RowShapes<N extends TreeNode = TreeNode> {
  /** The field with the name of a row's shape. */
  typeId: string;
  shapes: readonly N[];
  /** The nodes of a row of each shape, by its name, and those of a row without one. */
  nodes: ReadonlyMap<string, readonly N[]>;
  common: readonly N[];
}

const isShape = ({ settings }: Pick<TreeField, 'settings'>): boolean => fieldTypeOf(settings.type).rows?.is === 'shape';

/** True for the field that has the name of a row's shape. */
export const choosesShape = ({ settings }: Pick<TreeField, 'settings'>): boolean =>
  fieldTypeOf(settings.type).rows?.is === 'shapeName';

const found = new WeakMap<readonly TreeNode[], RowShapes | null>();

/** The shapes of rows with these nodes, found once for the same nodes; `null` if all rows have the same fields. */
export function shapesOf<N extends TreeNode>(nodes: readonly N[]): RowShapes<N> | null {
  // Cached by the identity of the array.
  const known = found.get(nodes) as RowShapes<N> | null | undefined;
  if (known !== undefined) return known;
  const type = nodes.find(({ field }) => choosesShape(field));
  const shapes = type ? nodes.filter(({ field }) => isShape(field)) : [];
  const result: RowShapes<N> | null = type
    ? {
        typeId: type.field.id,
        shapes,
        nodes: new Map(
          shapes.map((shape) => [
            shape.field.settings.name,
            nodes.filter((node) => node === shape || !isShape(node.field)),
          ]),
        ),
        common: nodes.filter(({ field }) => !isShape(field)),
      }
    : null;
  found.set(nodes, result);
  return result;
}

/** The nodes of one row of a dynamic group with these nodes: without the shapes that it does not have. */
export function nodesOfRow<N extends TreeNode>(nodes: readonly N[], row: ItemValues): readonly N[] {
  const shapes = shapesOf(nodes);
  return shapes ? (shapes.nodes.get(String(row[shapes.typeId])) ?? shapes.common) : nodes;
}

const deep = new WeakMap<readonly TreeNode[], boolean>();

/** True if rows anywhere in a tree have shapes. */
function hasShapes(nodes: readonly TreeNode[]): boolean {
  const known = deep.get(nodes);
  if (known !== undefined) return known;
  const has = shapesOf(nodes) !== null || nodes.some(({ children }) => children.length > 0 && hasShapes(children));
  deep.set(nodes, has);
  return has;
}

/** The values without those that rows have in fields of other shapes; the same object if there are none. */
export function withoutOtherShapes(nodes: readonly TreeNode[], values: ItemValues): ItemValues {
  if (!hasShapes(nodes)) return values;
  const { leaves, rows } = levelOf(nodes);
  let fitted = values;
  for (const position of rows) {
    const group = leaves[position];
    const before = group && rowsOf(values[group.field.id]);
    if (!before || before.length === 0) continue;
    const after = before.map((row) => fitRow(group.children, row));
    if (after.some((row, index) => row !== before[index])) fitted = { ...fitted, [group.field.id]: after };
  }
  return fitted;
}

function fitRow(nodes: readonly TreeNode[], row: ItemValues): ItemValues {
  const rowNodes = nodesOfRow(nodes, row);
  const { places } = levelOf(rowNodes);
  const others = rowNodes === nodes ? [] : Object.keys(row).filter((id) => !places.has(id));
  const fitted = others.length === 0 ? row : Object.fromEntries(Object.entries(row).filter(([id]) => places.has(id)));
  return withoutOtherShapes(rowNodes, fitted);
}

/** Fields in which the options of each row type are the shapes next to it. */
export function withShapeOptions<F extends TreeField>(fields: readonly F[]): F[] {
  if (!fields.some(choosesShape)) return [...fields];
  const shapes = Map.groupBy(fields.filter(isShape), ({ parentId }) => parentId);
  return fields.map((field) =>
    choosesShape(field)
      ? { ...field, settings: settingsWith(field.settings, shapes.get(field.parentId) ?? []) }
      : field,
  );
}

/** The settings of a row type with these shapes as its options. */
export const settingsWith = (settings: FieldSettings, shapes: readonly TreeField[]): FieldSettings => {
  const options = shapes
    .toSorted((a, b) => a.order - b.order)
    .map(({ settings: { name, label } }): Option => ({ id: name, label }));
  return { ...settings, options } as FieldSettings;
};
