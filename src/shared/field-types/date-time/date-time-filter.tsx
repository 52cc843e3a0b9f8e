import { readMoment } from '@quartermaster/contract/field-types/moment.ts';
import type { SettingsOf } from '@quartermaster/contract/field-types/registry.ts';
import type { FilterInputProps } from '../field-type-view.ts';
import { MomentPicker } from './late-moment-picker.tsx';

/** Chooses the moment that values are compared with. */
export function DateTimeFilterInput({ value, onChange, label, error }: FilterInputProps<SettingsOf<'date-time'>>) {
  const parsed = readMoment(value);
  return (
    <MomentPicker
      value={'value' in parsed ? String(parsed.value) : null}
      onChange={(moment) => onChange(moment ?? '')}
      aria-label={label}
      error={error}
    />
  );
}
