import { isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import type { FieldSettings } from '@quartermaster/contract/field-types/registry.ts';
import type { ReactNode } from 'react';
import classes from './field-cell.module.css';
import { fieldTypeViewOf } from './registry.ts';

/** Renders the value of any field on one line; a dash if it is empty. */
export function fieldCell(settings: FieldSettings, value: unknown): ReactNode {
  if (!isEmpty(value)) return fieldTypeViewOf(settings.type).cell(value, settings);
  return (
    <span className={classes.none} title="Empty">
      –
    </span>
  );
}
