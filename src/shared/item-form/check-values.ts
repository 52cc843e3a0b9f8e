import { type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import { slotsOf, type TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import type { FieldError } from 'react-hook-form';
import { checkFieldValue } from '../field-types/check-field-value.ts';

/** What is wrong in the shape of what was checked. */
export interface DraftErrors {
  [name: string]: FieldError | DraftErrors | DraftErrors[];
}

/** One thing that is wrong, as a form holds it. */
export const problem = (message: string): FieldError => ({ type: 'rule', message });

/** What is wrong with the values of an item or of a row, in their own shape; nothing where all is well. */
export function checkValues(nodes: readonly TreeNode[], values: ItemValues): DraftErrors | undefined {
  const wrong: DraftErrors = {};
  for (const { field, children } of slotsOf(nodes)) {
    const value = values[field.id];
    if (fieldTypeOf(field.settings.type).holds === 'rows') {
      const inRows: DraftErrors[] = [];
      rowsOf(value).forEach((row, index) => {
        const inRow = checkValues(children, row);
        if (inRow) inRows[index] = inRow;
      });
      if (inRows.length > 0) wrong[field.id] = inRows;
    } else {
      const message = checkFieldValue(field.settings, value ?? null);
      if (message !== undefined) wrong[field.id] = problem(message);
    }
  }
  return Object.keys(wrong).length > 0 ? wrong : undefined;
}
