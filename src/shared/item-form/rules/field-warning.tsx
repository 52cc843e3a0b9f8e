import classes from '../item-fields.module.css';
import { useWarning } from './warnings.ts';

/** The warning of a field's conditions; nothing if there is none. */
export function FieldWarning({ name }: { name: string }) {
  const warning = useWarning(name);
  return (
    // Announced as it changes, so it is there before its text.
    <div role="status" className={classes.warning} data-field-warning>
      {warning}
    </div>
  );
}
