import { isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import type { FieldSettings } from '@quartermaster/contract/field-types/registry.ts';
import classes from './cells.module.css';
import { fieldTypeViewOf } from './field-type-views.ts';

/** The value of any field on one line; a dash where there is none. */
export function FieldCell({ settings, value }: { settings: FieldSettings; value: unknown }) {
  const { Cell } = fieldTypeViewOf(settings.type);
  if (!isEmpty(value)) return <Cell settings={settings} value={value} />;
  return (
    <span className={classes.none} title="Empty">
      –
    </span>
  );
}
