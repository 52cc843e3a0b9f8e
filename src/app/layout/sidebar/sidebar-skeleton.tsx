import { Skeleton, Stack } from '@mantine/core';

/** Three rows in the place of the tree. */
export function SidebarSkeleton() {
  return (
    <Stack gap={12} p="sm" aria-hidden="true" data-testid="sidebar-skeleton">
      <Skeleton height={16} width="70%" />
      <Skeleton height={16} width="55%" />
      <Skeleton height={16} width="62%" />
    </Stack>
  );
}
