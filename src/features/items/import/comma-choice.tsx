import { Group, Radio, VisuallyHidden } from '@mantine/core';
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
  return (
    <Radio.Group
      label={
        <>
          Read {commas.example} as<VisuallyHidden>, column {name}</VisuallyHidden>
        </>
      }
      labelProps={{ size: 'xs', c: 'dimmed' }}
      value={value ?? asWritten}
      onChange={(chosen) => onChange(commas.readings.find((reading) => reading === chosen))}
    >
      <Group gap="sm">
        {commas.readings.map((reading) => (
          <Radio key={reading} size="xs" value={reading} label={readCommas(commas.example, reading)} />
        ))}
        <Radio size="xs" value={asWritten} label="As written" />
      </Group>
    </Radio.Group>
  );
}
