import { Skeleton, Stack } from '@mantine/core';

const rows = ['a', 'b', 'c', 'd', 'e'];

/** Placeholder rows for the steps of an export while they load. */
export function ReportSkeleton() {
  return (
    <Stack gap={12} maw={1200} py="sm" aria-hidden="true">
      {rows.map((row) => (
        <Skeleton key={row} height={24} />
      ))}
    </Stack>
  );
}
