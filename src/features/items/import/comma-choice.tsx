import { Group, Radio, VisuallyHidden } from '@mantine/core';
import type { SheetColumn } from '../../../shared/sheets/sheet-book.ts';
import { type CommaReading, readCommas } from '../../../shared/sheets/written-numbers.ts';
import type { ColumnReading } from './comma-readings.ts';
import { asWritten, type NumberReading } from './mapped.ts';

interface CommaChoiceProps {
  column: SheetColumn;
  reading: ColumnReading;
  onChange: (chosen: NumberReading) => void;
}

const meanings: Readonly<Record<CommaReading, string>> = { thousands: 'thousands', decimal: 'decimals' };

/** Asks what numbers with commas are, once for a column; nothing if it has none. */
export function CommaChoice({ column: { name, guess }, reading, onChange }: CommaChoiceProps) {
  const { commas } = guess;
  if (!commas) return null;
  return (
    <Radio.Group
      label={
        <>
          Read {commas.example} as<VisuallyHidden>, column {name}</VisuallyHidden>
        </>
      }
      labelProps={{ size: 'xs', c: 'dimmed' }}
      value={reading.chosen ?? null}
      onChange={(value) => onChange(commas.readings.find((one) => one === value) ?? asWritten)}
      error={problemOf(reading)}
    >
      <Group gap="sm">
        {commas.readings.map((one) => (
          <Radio key={one} size="xs" value={one} label={`${readCommas(commas.example, one)} (${meanings[one]})`} />
        ))}
        <Radio size="xs" value={asWritten} label="As written" />
      </Group>
    </Radio.Group>
  );
}

function problemOf({ chosen, fitting, isOpen }: ColumnReading): string | undefined {
  if (isOpen) return 'Choose what the commas mean';
  return chosen !== undefined && fitting.includes(chosen) ? undefined : 'Its field refuses some of these values';
}
