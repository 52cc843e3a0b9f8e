import { Skeleton, Stack } from '@mantine/core';
import { Delayed } from '../../../shared/ui/lazy/delayed.tsx';

const placeholders = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** Shown while the changes are loading. */
export const ListSkeleton = () => (
  <div style={{ flex: 1 }}>
    <Delayed>
      <Stack gap={12} aria-hidden>
        <Skeleton height={44} />
        {placeholders.map((row) => (
          <Skeleton key={row} height={24} />
        ))}
      </Stack>
    </Delayed>
  </div>
);
