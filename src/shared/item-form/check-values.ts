import { type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import { slotsOf, type TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import type { FieldError } from 'react-hook-form';
import { checkFieldValue } from '../field-types/check-field-value.ts';

/** Validation errors in the shape of the validated values. */
export interface DraftErrors {
  [name: string]: FieldError | DraftErrors | DraftErrors[];
}

/** A validation error in the form's format. */
export const problem = (message: string): FieldError => ({ type: 'rule', message });

/** Validates the values of an item or row; returns errors in the shape of the values, or undefined. */
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
