import { type ItemValues, rowsOf } from '../content/item-fields.ts';
import { levelOf, type TreeNode } from '../content/template-tree.ts';
import type { FieldValue, ItemReference } from '../field-types/field-type.ts';
import { fieldTypeOf } from '../field-types/registry.ts';
import { referencesOf } from './link-texts.ts';

type IsChosen = (fieldId: string) => boolean;

/** Which fields a sheet has: those with these ids, and those in groups with one of them; all if there are no ids. */
export type ChosenFields = readonly string[] | undefined;

/** The part of a tree that a sheet has. In records, rows are whole, so that a dynamic group has all of its fields. */
export function chosenNodes<N extends TreeNode>(
  nodes: readonly N[],
  chosen: ChosenFields,
  form: 'columns' | 'records' = 'columns',
): readonly N[] {
  if (!chosen) return nodes;
  const ids = new Set(chosen);
  const choose = (level: readonly TreeNode[], isChosen: IsChosen): TreeNode[] =>
    level.flatMap((node) => {
      if (isChosen(node.field.id)) return [node];
      const children = choose(node.children, isChosen);
      if (children.length === 0) return [];
      const isWhole = form === 'records' && fieldTypeOf(node.field.settings.type).holds === 'rows';
      return [isWhole ? node : { ...node, children }];
    });
  // The nodes keep their fields.
  return choose(nodes, (id) => ids.has(id)) as N[];
}

/** The items that an item links to in these fields. */
export function* linkedItemsIn(nodes: readonly TreeNode[], row: ItemValues): Generator<ItemReference> {
  for (const { field, children } of levelOf(nodes).leaves) {
    const { holds, links } = fieldTypeOf(field.settings.type);
    if (holds === 'rows') for (const inner of rowsOf(row[field.id])) yield* linkedItemsIn(children, inner);
    else if (links) yield* referencesOf(field.settings, row[field.id] as FieldValue | undefined);
  }
}
