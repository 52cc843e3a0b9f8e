import { IconAlignLeft } from '../../ui/icons/align-left.ts';
import type { FieldTypeView } from '../field-type-view.ts';
import classes from './text.module.css';

/** The text on one line; the table truncates it. */
export const longText: FieldTypeView<'long-text'> = {
  icon: IconAlignLeft,
  color: 'indigo',
  width: 280,
  isWide: 'always',
  cell: (value, { isMonospace }) =>
    isMonospace ? <span className={classes.monospace}>{String(value)}</span> : String(value),
};
