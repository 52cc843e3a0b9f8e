import { Badge } from '@mantine/core';
import { type SyncReview, syncReviews } from '@quartermaster/contract/endpoints/sync.ts';
import { paths, syncReviewPath } from '@quartermaster/contract/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { AddressedInstance } from '../../../shared/access/addressed-instance.tsx';
import { RequireAccess } from '../../../shared/access/require-access.tsx';
import { syncReviewQueries } from '../../../shared/data/sync/sync-reviews.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { ListLayout } from '../../../shared/table/list/list-layout.tsx';
import { ListTable } from '../../../shared/table/list/list-table.tsx';
import { useListAddress } from '../../../shared/table/list/use-list-address.ts';
import type { TableColumn } from '../../../shared/table/table-column.ts';
import { authorName } from '../../../shared/ui/author-name.ts';
import { count } from '../../../shared/ui/count.ts';
import { dateTime, whenText } from '../../../shared/ui/date-time.ts';
import { EnvBadge } from '../../../shared/ui/env-badge.tsx';
import { LinkButton, TextLink } from '../../../shared/ui/link-button.tsx';
import { EmptyState } from '../../../shared/ui/page/empty-state.tsx';
import { PageHeader } from '../../../shared/ui/page/page-header.tsx';
import { PersonMark } from '../../../shared/ui/person-mark.tsx';
import { texts } from '../../../shared/ui/texts.ts';
import { PageSkeleton } from '../page-skeleton.tsx';
import classes from './reviews-page.module.css';

const title = 'Reviews';
const back = { label: texts.instanceSync, to: paths.sync };
const rowId = ({ id }: SyncReview) => String(id);

const states: Record<SyncReview['state'], { text: string; color: string }> = {
  open: { text: 'open', color: 'indigo' },
  applied: { text: 'applied', color: 'green' },
  declined: { text: 'declined', color: 'gray' },
};

const columnsIn = (instanceId: number): TableColumn<SyncReview>[] => [
  {
    id: 'review',
    header: 'Review',
    width: 320,
    narrowWidth: 240,
    grows: 'fully',
    isRowHeader: true,
    cell: ({ id, by, note }) => (
      <span className={classes.review}>
        <PersonMark name={by.name} />
        <span>
          <span className={classes.note}>
            <TextLink to={syncReviewPath(id, instanceId)}>{note.trim() || `Review ${id}`}</TextLink>
          </span>{' '}
          <span className={classes.about}>
            {note.trim() !== '' && `Review ${id} `}by {authorName(by.name, 'within')}
          </span>
        </span>
      </span>
    ),
  },
  {
    id: 'when',
    header: 'When',
    width: 140,
    cell: ({ created_at }) => <time dateTime={created_at}>{whenText(created_at)}</time>,
    cellProps: ({ created_at }) => ({ title: dateTime(created_at) }),
  },
  { id: 'items', header: 'Changes', width: 110, align: 'right', cell: ({ items }) => count(items, 'item') },
  { id: 'target', header: 'Into', width: 90, cell: ({ target }) => <EnvBadge env={target.env} /> },
  { id: 'state', header: 'State', width: 110, cell: ({ state }) => <State {...states[state]} /> },
];

const State = ({ text, color }: { text: string; color: string }) => (
  <Badge variant="light" color={color} radius="sm" tt="none" miw="max-content">
    {text}
  </Badge>
);

/** All reviews of changes to sync, newest first. */
export const ReviewsPage = () => (
  <AddressedInstance>
    <RequireAccess to={syncReviews.list} pending={<PageSkeleton title={title} back={back} isInSidebar />}>
      <Reviews />
    </RequireAccess>
  </AddressedInstance>
);

function Reviews() {
  const address = useListAddress();
  const instanceId = useInstanceId();
  const page = useQuery(syncReviewQueries.list(useRequest(), instanceId, address.pageQuery));
  const columns = useMemo(() => columnsIn(instanceId), [instanceId]);
  return (
    <ListLayout>
      <PageHeader title={title} back={back} isInSidebar />
      <ListTable
        label={title}
        columns={columns}
        rowId={rowId}
        // No part of a note is cut off.
        wraps
        page={page}
        address={address}
        empty={
          <EmptyState
            title="No reviews yet"
            message="Members who can sync apply or decline the changes that you select."
            action={<LinkButton to={paths.sync}>Select changes</LinkButton>}
          />
        }
      />
    </ListLayout>
  );
}
