import { Skeleton } from '@mantine/core';
import type { Template } from '@quartermaster/contract/endpoints/templates.ts';
import { treeOf } from '../../../shared/data/templates.ts';
import fields from '../../../shared/item-form/item-fields.module.css';
import type { Crumb } from '../../../shared/services/services.ts';
import { Delayed } from '../../../shared/ui/lazy/delayed.tsx';
import { PageHeader } from '../../../shared/ui/page/page-header.tsx';
import aside from '../aside/item-aside.module.css';
import { useItemAside } from '../aside/use-item-aside.ts';
import { useItemComments } from '../comments/use-item-comments.ts';
import { HeadPicture } from './head-picture.tsx';
import classes from './item-form.module.css';

interface FormSkeletonProps {
  title?: string | undefined;
  back?: Crumb;
  /** True for a saved item, which has a name, and may have a picture, and a panel next to its form. */
  isOfItem?: boolean;
  /** The template of a saved item, once it is loaded: it says whether there is a picture. */
  template?: Template | undefined;
}

/** Placeholder for a form that is loading; shows the header as soon as its parts are known. */
export function FormSkeleton({ title, back, isOfItem = false, template }: FormSkeletonProps) {
  const comments = useItemComments(isOfItem);
  const { isOpen } = useItemAside(isOfItem, comments);
  const side = comments.isOpen ? 'comments' : isOpen ? 'about' : undefined;
  return (
    <div className={classes.page}>
      <div className={classes.head} data-item={isOfItem || undefined}>
        {title === undefined ? (
          <NoHeader />
        ) : (
          // The template says whether there is a picture: what is transparent does not count as moved by it.
          <div style={isOfItem && !template ? { opacity: 0 } : undefined}>
            <PageHeader
              title={title}
              {...(isOfItem && { name: <NoName /> })}
              {...(template && {
                picture: <HeadPicture tree={treeOf(template)} values={{}} />,
              })}
              {...(back ? { back } : {})}
            />
          </div>
        )}
      </div>
      <div className={aside.columns} data-aside={side}>
        <FieldsSkeleton />
      </div>
    </div>
  );
}

const NoName = () => (
  <Delayed>
    <Skeleton height={20} width={120} />
  </Delayed>
);

/** Placeholder for the label and the fields of an item. */
export const FieldsSkeleton = () => (
  <Delayed>
    <div className={classes.form} aria-hidden>
      <Field />
      <div className={fields.grid}>
        {Array.from({ length: 12 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
          <Field key={index} />
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
      <Skeleton height="var(--qm-control)" />
    </div>
  );
}
