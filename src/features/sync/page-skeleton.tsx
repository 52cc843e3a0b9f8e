import { Skeleton } from '@mantine/core';
import type { Crumb } from '../../shared/services/services.ts';
import { Delayed } from '../../shared/ui/lazy/delayed.tsx';
import { PageHeader } from '../../shared/ui/page/page-header.tsx';

/** A page of syncs while it is loading. */
export const PageSkeleton = ({ title, back }: { title: string; back?: Crumb }) => (
  <>
    <PageHeader title={title} {...(back && { back })} />
    <Delayed>
      <Skeleton height={360} />
    </Delayed>
  </>
);
