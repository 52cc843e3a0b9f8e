import type { FieldInput } from '../field-type-view.ts';
import { MomentPicker } from './late-moment-picker.tsx';

/** A date and time in the viewer's time zone, which is named below it. */
export const DateTimeInput: FieldInput<'date-time'> = ({ settings, help, value, ...input }) => (
  <MomentPicker
    {...input}
    {...help}
    value={typeof value === 'string' && value !== '' ? value : null}
    withAsterisk={settings.required}
    hasZone
  />
);
