import { Skeleton, Stack } from '@mantine/core';
import { Delayed } from '../../../../shared/ui/lazy/delayed.tsx';

const lines = ['92%', '84%', '96%', '78%', '88%', '81%', '94%', '86%'];

/** Lines in place of the rows. */
export const GridSkeleton = () => (
  <Delayed>
    <Stack gap={14} p="md" aria-hidden>
      {lines.map((width) => (
        <Skeleton key={width} height={22} width={width} />
      ))}
    </Stack>
  </Delayed>
);
