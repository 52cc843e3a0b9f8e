import { Skeleton, Stack } from '@mantine/core';
import classes from '../../settings.module.css';

/** Placeholder for the form while the roles are loading. */
export const MemberFormSkeleton = () => (
  <Stack gap="md" className={classes.page} aria-hidden>
    {['dev', 'stage', 'prod'].map((key) => (
      <div key={key}>
        <Skeleton height={16} width={110} mb={6} />
        <Skeleton height="var(--qm-control)" />
      </div>
    ))}
  </Stack>
);
