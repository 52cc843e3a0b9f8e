import { Skeleton, Stack } from '@mantine/core';
import { Delayed } from '../../shared/ui/lazy/delayed.tsx';

/** In the place of what an invitation is to, and of the button that accepts it. */
export const InvitationSkeleton = () => (
  <Delayed>
    <Stack gap="md" aria-hidden>
      <Skeleton height={44} />
      <Skeleton height={36} />
    </Stack>
  </Delayed>
);
