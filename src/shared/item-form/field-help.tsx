import type { FieldSettings } from '@quartermaster/contract/field-types/registry.ts';
import type { HelpProps } from '../field-types/field-type-view.ts';
import classes from './item-fields.module.css';

/** Below the input, so that the inputs of a line are at the same height. */
export const inputWrapperOrder: NonNullable<HelpProps['inputWrapperOrder']> = [
  'label',
  'input',
  'error',
  'description',
];

/** The help of a field for its input. */
export const helpProps = ({ help }: Pick<FieldSettings, 'help'>): HelpProps =>
  help === undefined
    ? {}
    : {
        inputWrapperOrder,
        description: (
          <span className={classes.help} data-field-help>
            {help}
          </span>
        ),
      };

/** The help of a group or of a value without an input; the element of a group refers to it by the id. Nothing if it has none. */
export const FieldHelp = ({ id, settings }: { id?: string; settings: Pick<FieldSettings, 'help'> }) =>
  settings.help === undefined ? null : (
    <p id={id} className={classes.groupHelp}>
      {settings.help}
    </p>
  );
