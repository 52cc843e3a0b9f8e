import { Skeleton, Stack } from '@mantine/core';
import { Delayed } from '../../shared/ui/lazy/delayed.tsx';

/** Placeholder for the invitation and its accept button. */
export const InvitationSkeleton = () => (
  <Delayed>
    <Stack gap="md" aria-hidden>
      <Skeleton height={44} />
      <Skeleton height="var(--qm-control)" />
    </Stack>
  </Delayed>
);
