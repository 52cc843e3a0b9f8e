import { ActionIcon } from '@mantine/core';
import { useState } from 'react';
import { IconChartBar } from '../../../../shared/ui/icons/chart-bar.ts';
import { lazyDialog } from '../../../../shared/ui/lazy/lazy-part.tsx';
import { useHasOpened } from '../../../../shared/ui/lazy/use-has-opened.ts';
import type { GridChartProps } from './grid-chart.tsx';

const GridChart = lazyDialog(() => import('./grid-chart.tsx').then((m) => m.GridChart), { isOnUse: true });

interface GridChartButtonProps extends Omit<GridChartProps, 'opened' | 'onClose'> {
  isOff: boolean;
  /** Returns false for edits that cannot be drawn, after saying why. */
  isReady: () => boolean;
}

/** Draws the edits of a grid before they are saved. */
export function GridChartButton({ isOff, isReady, ...props }: GridChartButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const isMounted = useHasOpened(isOpen);
  return (
    <>
      <ActionIcon
        variant="default"
        size="input-sm"
        aria-label="Chart"
        title="Draw numbers before and after the edits"
        disabled={isOff}
        onClick={() => setOpen(isReady())}
      >
        <IconChartBar size={18} />
      </ActionIcon>
      {isMounted && <GridChart {...props} opened={isOpen} onClose={() => setOpen(false)} />}
    </>
  );
}
