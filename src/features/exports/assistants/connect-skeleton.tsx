import { Skeleton, Stack } from '@mantine/core';
import { Delayed } from '../../../shared/ui/lazy/delayed.tsx';

/** Placeholder for what an assistant asks for. */
export const ConnectSkeleton = () => (
  <Delayed>
    <Stack gap="md" maw={560} aria-hidden>
      <Skeleton height={44} />
      <Skeleton height={160} />
      <Skeleton height="var(--qm-control)" />
    </Stack>
  </Delayed>
);
