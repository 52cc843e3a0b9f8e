import { Group, Radio, VisuallyHidden } from '@mantine/core';
import type { SheetColumn } from '../../../shared/sheets/open-sheet.ts';
import { readWritten, type WrittenReading } from '../../../shared/sheets/written-numbers.ts';
import { asWritten, type NumberReading } from './mapped.ts';
import type { ColumnReading } from './number-readings.ts';

interface NumberChoiceProps {
  column: SheetColumn;
  reading: ColumnReading;
  onChange: (chosen: NumberReading) => void;
}

/** What a reading of an example is called: a point means the opposite of a comma. */
function meaningOf(example: string, reading: WrittenReading): string {
  if (reading === 'percent') return 'percent';
  if (reading === 'fraction') return 'a fraction of 1';
  return (reading === 'thousands') === example.includes(',') ? 'thousands' : 'decimals';
}

/** Asks what numbers are that can be read in several ways, once for a column; nothing if it has none. */
export function NumberChoice({ column: { name, guess }, reading, onChange }: NumberChoiceProps) {
  const { written } = guess;
  if (!written) return null;
  return (
    <Radio.Group
      label={
        <>
          Read {written.example} as<VisuallyHidden>, column {name}</VisuallyHidden>
        </>
      }
      labelProps={{ size: 'xs', c: 'dimmed' }}
      value={reading.chosen ?? null}
      onChange={(value) => onChange(written.readings.find((one) => one === value) ?? asWritten)}
      error={problemOf(reading)}
    >
      <Group gap="sm">
        {written.readings.map((one) => (
          <Radio
            key={one}
            size="xs"
            value={one}
            label={`${readWritten(written.example, one)} (${meaningOf(written.example, one)})`}
          />
        ))}
        <Radio size="xs" value={asWritten} label="As written" />
      </Group>
    </Radio.Group>
  );
}

function problemOf({ chosen, fitting, isOpen }: ColumnReading): string | undefined {
  if (isOpen) return 'Choose how these numbers are read';
  return chosen !== undefined && fitting.includes(chosen) ? undefined : 'Its field refuses some of these values';
}
