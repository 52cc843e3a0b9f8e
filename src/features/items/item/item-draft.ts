import { defaultValues } from '@quartermaster/contract/content/default-values.ts';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { InvalidRowError, placesOf, toItemValues } from '@quartermaster/contract/content/item-values.ts';
import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { labelFromTitle } from '@quartermaster/contract/content/title-label.ts';
import type { Item } from '@quartermaster/contract/endpoints/items.ts';
import { isBlankText } from '@quartermaster/contract/typed-text.ts';
import { checkValueAt, checkValues, type DraftErrors, problem } from '../../../shared/item-form/check-values.ts';
import { nameOfItemField } from '../../../shared/item-form/form-name.ts';
import { withRuleErrors } from '../../../shared/item-form/rules/rule-errors.ts';

/** The values of the item form. Values are addressed as `values.attrib.2.key`. */
export interface ItemDraft {
  label: string;
  values: ItemValues;
}

/** The version of an item that a draft is based on; version 0 for a new one. */
export interface DraftBase extends ItemDraft {
  version: number;
}

/** The base of a new item: with the defaults, so that the form has no changes at first. */
export function newItemOf(tree: readonly TreeNode[]): DraftBase {
  const values = defaultValues(tree);
  return { label: labelFromTitle(tree, values), values, version: 0 };
}

/** Converts an item to form values; returns the error if a row does not fit the template. */
export function toDraft(tree: readonly TreeNode[], item: Item): DraftBase | InvalidRowError {
  try {
    const values = toItemValues(tree, item.fields);
    return { label: item.header.internal_label, values, version: item.version };
  } catch (error) {
    if (error instanceof InvalidRowError) return error;
    throw error;
  }
}

/** Validation errors of a draft, or of the part at a path, in the shape of the draft; empty if it can be saved. */
export function checkDraft(tree: readonly TreeNode[], { label, values }: ItemDraft, path?: string): DraftErrors {
  const wrong: DraftErrors = {};
  const [first, ...inner] = path?.split('.') ?? [];
  if (first !== 'values' && isBlankText(label)) wrong.label = problem('required field');
  const inValues = path === undefined ? checkValues(tree, values) : checkValueAt(tree, values, inner);
  if (inValues) wrong.values = inValues;
  return withRuleErrors(tree, values, wrong, path);
}

/** The label of the field that a path of an error is about; undefined if the template has no such field. */
export function fieldLabelOf(path: string, tree: readonly TreeNode[]): string | undefined {
  const [, id = ''] = path.split('.');
  const settings = placesOf(tree).get(id)?.settings;
  return settings && (settings.label || settings.name);
}

/** The form's name for the server's `fields.damage`, `fields.key.2` or `internal_label`; undefined if there is no such input. */
export function formNameOf(path: string, tree: readonly TreeNode[]): string | undefined {
  if (path === 'internal_label') return 'label';
  const [list, ...fieldPath] = path.split('.');
  return list === 'fields' ? nameOfItemField(fieldPath.join('.'), tree) : undefined;
}
