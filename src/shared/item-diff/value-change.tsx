import { isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import type { FieldNode } from '../data/templates.ts';
import { FieldIcon } from '../field-types/field-icon.tsx';
import type { FieldDifference } from './compare-rows.ts';
import classes from './diff.module.css';
import { Value } from './field-list.tsx';

interface ValueChangeProps {
  /** The name of the field, with its groups. */
  name: string;
  settings: FieldNode['field']['settings'];
  before: FieldDifference['before'];
  after: FieldDifference['after'];
}

/** A changed value on one line, for lists of many items: its old value next to the new one. */
export function ValueChange({ name, settings, before, after }: ValueChangeProps) {
  return (
    <span className={classes.line}>
      <FieldIcon type={settings.type} named />
      <span className={classes.lineName}>{name}</span>
      {!isEmpty(before) && (
        <del className={classes.before}>
          <Value settings={settings} value={before} other={after} />
        </del>
      )}
      {!isEmpty(after) && (
        <ins className={classes.after}>
          <Value settings={settings} value={after} other={before} />
        </ins>
      )}
    </span>
  );
}
