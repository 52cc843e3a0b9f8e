import { Skeleton } from '@mantine/core';
import type { ComponentProps } from 'react';
import { Delayed } from '../../shared/ui/lazy/delayed.tsx';
import { PageHeader } from '../../shared/ui/page/page-header.tsx';

/** A page of syncs while it is loading. */
export const PageSkeleton = (header: ComponentProps<typeof PageHeader>) => (
  <>
    <PageHeader {...header} />
    <Delayed>
      <Skeleton height={360} />
    </Delayed>
  </>
);
