import { filterLimits, valuesOf } from '@quartermaster/contract/field-types/filters.ts';
import type { Option } from '@quartermaster/contract/field-types/options.ts';
import type { FilterInputProps } from '../field-type-view.ts';
import { OptionsSelect } from './options-select.tsx';

/** Selects the options of a filter by several. */
export const OptionsFilter = ({
  settings,
  value,
  onChange,
  label,
  error,
}: FilterInputProps<{ options: readonly Option[] }>) => (
  <OptionsSelect
    aria-label={label}
    options={settings.options}
    value={value === '' ? [] : valuesOf(value)}
    onChange={(ids) => onChange(ids.join(','))}
    maxValues={filterLimits.values}
    error={error}
  />
);
