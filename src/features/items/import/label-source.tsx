import { Alert, Select } from '@mantine/core';
import type { OpenSheet } from '../../../shared/sheets/open-sheet.ts';

interface LabelSourceProps {
  sheet: OpenSheet;
  /** The index of the column; `null` for none. */
  value: number | null;
  onChange: (index: number | null) => void;
}

/** Says that no column is the label of items, and offers one that is imported as a field, too. */
export function LabelSource({ sheet, value, onChange }: LabelSourceProps) {
  const data = sheet.columns.map(({ name, letters }, index) => ({
    value: String(index),
    label: name === letters ? name : `${letters} · ${name}`,
  }));
  return (
    <Alert color={value === null ? 'yellow' : 'gray'} variant="light">
      <Select
        label="No column is imported as the label, which new items need. Take it from the column"
        placeholder="None: only existing items are changed"
        data={data}
        value={value === null ? null : String(value)}
        onChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
        searchable
        clearable
      />
    </Alert>
  );
}
