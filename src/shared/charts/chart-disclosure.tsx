import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ChangesChartProps } from './changes-chart.tsx';
import { ChangesChart } from './late-changes-chart.ts';

/** A button below checked changes, which draws them. */
export function ChartDisclosure(props: ChangesChartProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        style={{ alignSelf: 'flex-start' }}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        Chart
      </Button>
      {isOpen && <ChangesChart {...props} />}
    </>
  );
}
