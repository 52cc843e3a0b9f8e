import type { Environment } from '@marcbachmann/cel-js';
import { exportedValue } from '../content/exported-value.ts';
import { type ItemValues, rowsOf } from '../content/item-fields.ts';
import type { TreeNode } from '../content/template-tree.ts';
import type { FieldValue } from '../field-types/field-type.ts';
import { type FieldSettings, fieldTypeOf } from '../field-types/registry.ts';

/** The name under which a condition finds all values of the item, for names that are not identifiers of CEL. */
export const wholeItem = 'item';

/** A value in a condition: numbers, texts, booleans and lists as in an export, groups and rows as maps by name. */
type ConditionValue = unknown;

/**
 * The values of an item, or of a row, as a condition reads them: by the names of the fields, nested as in an export,
 * with `null` for empty ones. Only the fields in `names`, if given, at the top level.
 */
export function variablesOf(
  nodes: readonly TreeNode[],
  values: ItemValues,
  names?: ReadonlySet<string>,
): Map<string, ConditionValue> {
  const variables = new Map<string, ConditionValue>();
  for (const { field, children } of nodes) {
    const { name, type } = field.settings;
    const { holds, rows } = fieldTypeOf(type);
    if (rows?.is === 'shape') {
      for (const [child, value] of variablesOf(children, values, names))
        if (value !== null || !variables.has(child)) variables.set(child, value);
      continue;
    }
    if (names && !names.has(name)) continue;
    const value = values[field.id];
    // A group has no value of its own: those of its fields are in the surrounding row.
    if (holds === 'group') variables.set(name, variablesOf(children, values));
    else if (holds === 'rows')
      variables.set(
        name,
        rowsOf(value).map((row) => variablesOf(children, row)),
      );
    // Neither a group nor a dynamic group: a value.
    else variables.set(name, asMap(exportedValue(field.settings, value as FieldValue)));
  }
  return variables;
}

/** An object of an export as the map that a condition compares. */
const asMap = (exported: unknown): ConditionValue =>
  typeof exported === 'object' && exported !== null && !Array.isArray(exported)
    ? new Map(Object.entries(exported))
    : exported;

/** Declares the fields in `names` as variables with their types; all of them under `item`. */
export function declareVariables(
  environment: Environment,
  { row, item }: { row: readonly TreeNode[]; item: readonly TreeNode[] },
  names: ReadonlySet<string>,
): void {
  let types = 0;
  const typeOf = ({ field, children }: TreeNode): string => {
    const { holds } = fieldTypeOf(field.settings.type);
    if (holds === 'value') return valueType(field.settings);
    const type = declareType(field.settings.name, children);
    return holds === 'rows' ? `list<${type}>` : type;
  };
  const typesOf = (nodes: readonly TreeNode[], chosen?: ReadonlySet<string>): Map<string, string> => {
    const found = new Map<string, string>();
    for (const node of nodes.flatMap(inRow)) {
      const { name } = node.field.settings;
      if (chosen && !chosen.has(name)) continue;
      const type = typeOf(node);
      // Fields of several shapes can have the same name.
      found.set(name, (found.get(name) ?? type) === type ? type : 'dyn');
    }
    return found;
  };
  const declareType = (name: string, nodes: readonly TreeNode[]): string => {
    const fields = typesOf(nodes);
    types += 1;
    const type = `${name.replace(/^(?=\d)|-/g, '_')}_${types}`;
    environment.registerType(type, { fields: Object.fromEntries(fields) });
    return type;
  };
  for (const [name, type] of typesOf(row, names)) environment.registerVariable(name, type);
  if (names.has(wholeItem) && !environment.hasVariable(wholeItem))
    environment.registerVariable(wholeItem, declareType(wholeItem, item));
}

/** The nodes that a node stands for in a row: a shape has no value of its own. */
const inRow = (node: TreeNode): readonly TreeNode[] =>
  fieldTypeOf(node.field.settings.type).rows?.is === 'shape' ? node.children : [node];

function valueType({ type }: FieldSettings): string {
  const { exported } = fieldTypeOf(type);
  if (!exported) return 'dyn';
  return exported.isList ? `list<${exported.kind.cel}>` : exported.kind.cel;
}
