import { SegmentedControl, Stack, Text } from '@mantine/core';
import type { SheetColumn } from '../../../shared/sheets/sheet-book.ts';
import { type CommaReading, readCommas } from '../../../shared/sheets/written-numbers.ts';

interface CommaChoiceProps {
  column: SheetColumn;
  /** Undefined until it is chosen: then the numbers stay as they are written. */
  value: CommaReading | undefined;
  onChange: (reading: CommaReading | undefined) => void;
}

const asWritten = '';

/** Asks what numbers with commas are, once for a column; nothing if it has none. */
export function CommaChoice({ column: { name, guess }, value, onChange }: CommaChoiceProps) {
  const { commas } = guess;
  if (!commas) return null;
  const label = `Read ${commas.example} as`;
  return (
    <Stack gap={4} mt={4}>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <SegmentedControl
        size="xs"
        aria-label={`${label}, column ${name}`}
        value={value ?? asWritten}
        onChange={(chosen) => onChange(commas.readings.find((reading) => reading === chosen))}
        data={[
          ...commas.readings.map((reading) => ({ value: reading, label: readCommas(commas.example, reading) })),
          { value: asWritten, label: 'As written' },
        ]}
      />
    </Stack>
  );
}
