import { Skeleton, Stack } from '@mantine/core';

/** Three placeholder rows for the tree. */
export function SidebarSkeleton() {
  return (
    <Stack gap={12} p="sm" aria-hidden="true" data-testid="sidebar-skeleton">
      <Skeleton height={16} width="70%" />
      <Skeleton height={16} width="55%" />
      <Skeleton height={16} width="62%" />
    </Stack>
  );
}
