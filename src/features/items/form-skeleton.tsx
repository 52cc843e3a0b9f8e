import { Skeleton } from '@mantine/core';
import { Delayed } from '../../shared/ui/delayed.tsx';
import classes from './item-form.module.css';

/** Stands for a form that is on its way. */
export function FormSkeleton() {
  return (
    <Delayed>
      <div className={classes.form} aria-hidden>
        <Skeleton height={28} width={280} />
        <Skeleton height={36} />
        <div className={classes.grid}>
          {Array.from({ length: 12 }, (_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing else to tell them apart
            <div key={place}>
              <Skeleton height={14} width="40%" mb={6} />
              <Skeleton height={36} />
            </div>
          ))}
        </div>
      </div>
    </Delayed>
  );
}
