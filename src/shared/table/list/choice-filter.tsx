import { NativeSelect } from '@mantine/core';

/** The options of a filter, by the labels of their names. */
export const entriesOf = <Name extends string>(labels: Record<Name, string>) =>
  // Each key of labels is a name.
  (Object.keys(labels) as Name[]).map((name) => [name, labels[name]] as const);

interface ChoiceFilterProps<Name extends string> {
  label: string;
  /** The option for no filter. */
  all: string;
  options: readonly (readonly [value: Name, label: string])[];
  value: Name | undefined;
  onChange: (value: Name | undefined) => void;
}

/** A filter by one of a few options. */
export function ChoiceFilter<Name extends string>({ label, all, options, value, onChange }: ChoiceFilterProps<Name>) {
  return (
    <NativeSelect
      aria-label={label}
      value={value ?? ''}
      data={[{ value: '', label: all }, ...options.map(([name, text]) => ({ value: name, label: text }))]}
      onChange={({ currentTarget }) => onChange(options.find(([name]) => name === currentTarget.value)?.[0])}
    />
  );
}
