import { type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import { leavesOf, type TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { type FieldValue, isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import { isItemId } from '@quartermaster/contract/field-types/item-link.ts';
import { type FieldSettings, fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';

/** Collects ids of linked items by template; ignores values that are not ids. */
export class LinkedIds {
  private readonly byTemplate = new Map<string, Set<number>>();

  add(settings: FieldSettings | undefined, value: unknown): void {
    if (!settings || isEmpty(value)) return;
    const { links, index } = fieldTypeOf(settings.type);
    if (!links) return;
    for (const { templateId, id } of index.entries(value as FieldValue, settings).links ?? []) {
      if (!isItemId(id)) continue;
      const known = this.byTemplate.get(templateId) ?? new Set();
      this.byTemplate.set(templateId, known.add(id));
    }
  }

  lists(): Map<string, number[]> {
    return new Map([...this.byTemplate].map(([templateId, ids]) => [templateId, [...ids]]));
  }
}

/** The ids that an item links to, including links in its rows, by template. */
export function linkedIdsOf(tree: readonly TreeNode[], ...states: ItemValues[]): Map<string, number[]> {
  const found = new LinkedIds();
  const visit = (nodes: readonly TreeNode[], row: ItemValues) => {
    for (const { field, children } of leavesOf(nodes)) {
      if (children.length > 0) for (const inner of rowsOf(row[field.id])) visit(children, inner);
      else found.add(field.settings, row[field.id]);
    }
  };
  for (const values of states) visit(tree, values);
  return found.lists();
}
