import { type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import { leavesIn, levelOf, type TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { type FieldValue, isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import { readReference } from '@quartermaster/contract/field-types/mixed-item-link.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';

/** What a link to an item becomes: a link to another one, a text, or nothing. */
type Replace = (id: number) => number | string | null;

/** The values of an item with other links, also in its rows. */
export function replaceLinks(nodes: readonly TreeNode[], values: ItemValues, replace: Replace): ItemValues {
  const replaced = { ...values };
  for (const { field, children } of leavesIn(levelOf(nodes), Object.keys(values))) {
    const value = values[field.id];
    const type = fieldTypeOf(field.settings.type);
    if (type.holds === 'rows') replaced[field.id] = rowsOf(value).map((row) => replaceLinks(children, row, replace));
    else if (type.links) {
      const link = replaceValue(value as FieldValue, replace);
      if (isEmpty(link)) delete replaced[field.id];
      else replaced[field.id] = link;
    }
  }
  return replaced;
}

function replaceValue(value: FieldValue, replace: Replace): FieldValue {
  if (typeof value === 'number') return replace(value);
  if (Array.isArray(value))
    return value.flatMap((entry) => (typeof entry === 'number' ? (replace(entry) ?? []) : entry)) as FieldValue;
  const reference = readReference(value);
  if (!reference) return value;
  const replaced = replace(reference.id);
  return typeof replaced === 'number' ? `${reference.templateId}:${replaced}` : replaced;
}
