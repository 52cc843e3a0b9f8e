import { isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import type { FieldSettings } from '@quartermaster/contract/field-types/registry.ts';
import type { ReactNode } from 'react';
import classes from './field-cell.module.css';
import { fieldTypeViewOf } from './registry.ts';

/** Renders the value of any field on one line; a dash if it is empty. Not a component because a list has hundreds of cells. */
export function fieldCell(settings: FieldSettings, value: unknown): ReactNode {
  const { Cell } = fieldTypeViewOf(settings.type);
  if (!isEmpty(value)) return <Cell settings={settings} value={value} />;
  return (
    <span className={classes.none} title="Empty">
      –
    </span>
  );
}
