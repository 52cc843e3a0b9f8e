import { NativeSelect } from '@mantine/core';
import { valuesOf } from '@quartermaster/contract/field-types/filters.ts';
import type { Option } from '@quartermaster/contract/field-types/options.ts';
import { lazyPart } from '../../ui/lazy/lazy-part.tsx';
import type { FilterInputProps } from '../field-type-view.ts';

interface WithOptions {
  options: readonly Option[];
}

const OptionsFilter = lazyPart(() => import('./options-filter.tsx').then((m) => m.OptionsFilter));

/** Selects the option that rows must have, or several of them. */
export function ChoiceFilterInput(props: FilterInputProps<WithOptions>) {
  const { settings, condition, value, onChange, label, error } = props;
  if (condition === 'anyOf') return <OptionsFilter {...props} />;
  return (
    <NativeSelect
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
      data={[
        { value: '', label: 'Choose' },
        ...settings.options.map(({ id, label: name }) => ({ value: id, label: name })),
      ]}
    />
  );
}

/** The labels of the options of a filter. */
export const optionsText = (value: string, { options }: WithOptions): string =>
  valuesOf(value)
    .map((id) => options.find((option) => option.id === id)?.label ?? id)
    .join(', ');
