import { fieldsNamed, namesInLevel, wordsOf } from '@quartermaster/contract/content/field-names.ts';
import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import type { FieldValue } from '@quartermaster/contract/field-types/field-type.ts';
import { type FieldSettings, fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import type { ItemFormValues, PartValue } from '@quartermaster/contract/parts/part-api.ts';
import { type ItemDraft, newItemOf } from '../item/item-draft.ts';

interface DraftOfValues {
  draft: ItemDraft;
  /** The names that the template has no field for, or whose values are not of their field's kind. */
  ignored: string[];
}

/** The draft of a new item with the values of a part's host on top of the template's defaults. */
export function draftOfValues(
  tree: readonly TreeNode[],
  { values = {}, label }: Pick<ItemFormValues, 'values' | 'label'>,
): DraftOfValues {
  const blank = newItemOf(tree);
  const taken = { ...blank.values };
  const ignored: string[] = [];
  for (const [name, value] of Object.entries(values)) {
    const [node] = fieldsNamed(namesInLevel(tree), wordsOf(name), 'names');
    const found = node && storableValue(node.field.settings, value);
    if (!node || found === undefined) ignored.push(name);
    else taken[node.field.id] = found;
  }
  return { draft: { label: label ?? blank.label, values: taken }, ignored };
}

/** The value as the form has it; undefined if it is not of the field's kind. */
function storableValue(settings: FieldSettings, value: PartValue): FieldValue | undefined {
  const type = fieldTypeOf(settings.type);
  if (type.holds !== 'value' || (value !== null && type.wrongKind(value, settings) !== undefined)) return undefined;
  // The check of the kind has passed lists as well.
  return value as FieldValue;
}
