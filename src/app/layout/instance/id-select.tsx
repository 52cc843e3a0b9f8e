import { Select } from '@mantine/core';

interface IdSelectProps {
  label: string;
  options: { id: number; label: string }[];
  isLoading: boolean;
  value: number | undefined;
  onChange: (id: number | undefined) => void;
  error: string | undefined;
}

/** A select for numeric ids, which Mantine handles as strings. */
export function IdSelect({ label, options, isLoading, value, onChange, error }: IdSelectProps) {
  const emptyText = isLoading ? 'Loading...' : 'List empty';
  return (
    <Select
      label={label}
      withAsterisk
      data={options.map((option) => ({ value: String(option.id), label: option.label }))}
      value={value === undefined ? null : String(value)}
      onChange={(id) => onChange(id === null ? undefined : Number(id))}
      placeholder={options.length === 0 ? emptyText : 'Select'}
      nothingFoundMessage={emptyText}
      allowDeselect={false}
      error={error}
      // Rendered inside the popover, so that clicking an option does not count as a click outside.
      comboboxProps={{ withinPortal: false, offset: 10 }}
    />
  );
}
