import type { FieldInput } from '../field-type-view.ts';
import { OptionsSelect } from './options-select.tsx';

/** Selects any number of options, in the order of choosing. */
export const ChoicesInput: FieldInput<'choices'> = ({ settings, label, help, value, onChange, onBlur, error }) => (
  <OptionsSelect
    label={label}
    {...help}
    withAsterisk={settings.required}
    options={settings.options}
    value={Array.isArray(value) ? value.map(String) : []}
    onChange={onChange}
    onBlur={onBlur}
    error={error}
  />
);
