import { isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import type { FieldSettings } from '@quartermaster/contract/field-types/registry.ts';
import type { ReactNode } from 'react';
import classes from './field-cell.module.css';
import { fieldTypeViewOf } from './registry.ts';

/** The value of any field on one line; a dash where there is none. No component, as a list has hundreds. */
export function fieldCell(settings: FieldSettings, value: unknown): ReactNode {
  const { Cell } = fieldTypeViewOf(settings.type);
  if (!isEmpty(value)) return <Cell settings={settings} value={value} />;
  return (
    <span className={classes.none} title="Empty">
      –
    </span>
  );
}
