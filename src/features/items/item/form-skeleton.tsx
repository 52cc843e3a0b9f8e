import { Skeleton } from '@mantine/core';
import fields from '../../../shared/item-form/item-fields.module.css';
import type { Crumb } from '../../../shared/services/services.ts';
import { Delayed } from '../../../shared/ui/lazy/delayed.tsx';
import { PageHeader } from '../../../shared/ui/page/page-header.tsx';
import classes from './item-form.module.css';

/** Placeholder for a form that is loading; shows the header as soon as the title is known. */
export function FormSkeleton({ title, back }: { title?: string | undefined; back?: Crumb }) {
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        {title ? <PageHeader title={title} {...(back ? { back } : {})} /> : <NoHeader />}
      </div>
      <FieldsSkeleton />
    </div>
  );
}

/** Placeholder for the label and the fields of an item. */
export const FieldsSkeleton = () => (
  <Delayed>
    <div className={classes.form} aria-hidden>
      <Field />
      <div className={fields.grid}>
        {Array.from({ length: 12 }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
          <Field key={place} />
        ))}
      </div>
    </div>
  </Delayed>
);

const NoHeader = () => <div className={classes.noHeader} />;

function Field() {
  return (
    <div>
      <Skeleton height={14} width="40%" mb={6} />
      <Skeleton height={36} />
    </div>
  );
}
