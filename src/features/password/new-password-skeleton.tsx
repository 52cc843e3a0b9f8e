import { Skeleton, Stack } from '@mantine/core';
import { Delayed } from '../../shared/ui/lazy/delayed.tsx';

/** Placeholder for the form while the link is being checked. */
export const NewPasswordSkeleton = () => (
  <Delayed>
    <Stack gap="md" aria-hidden>
      <Field />
      <Skeleton height={104} />
      <Field />
      <Skeleton height="var(--qm-control)" />
    </Stack>
  </Delayed>
);

const Field = () => (
  <div>
    <Skeleton height={14} width="40%" mb={6} />
    <Skeleton height="var(--qm-control)" />
  </div>
);
