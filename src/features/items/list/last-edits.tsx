import { type CommentCount, comments } from '@quartermaster/contract/endpoints/comments.ts';
import type { ItemEdit, ItemRow } from '@quartermaster/contract/endpoints/items.ts';
import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { useRefusal } from '../../../shared/access/use-refusal.ts';
import { commentCountsQuery } from '../../../shared/data/comment-counts.ts';
import { itemQueries } from '../../../shared/data/items.ts';
import { useRequest } from '../../../shared/services/request.ts';
import type { TableColumn } from '../../../shared/table/table-column.ts';
import { authorName } from '../../../shared/ui/author-name.ts';
import { count } from '../../../shared/ui/count.ts';
import { whenText } from '../../../shared/ui/date-time.ts';
import { useInView } from '../../../shared/ui/hooks/use-in-view.ts';
import { PlainLink } from '../../../shared/ui/plain-link.tsx';
import { texts } from '../../../shared/ui/texts.ts';
import classes from './items-list.module.css';

// No field can have these ids.
const at = 'edited.at';
const by = 'edited.by';
const openComments = 'comments.open';

const Edits = createContext<ReadonlyMap<number, ItemEdit> | undefined>(undefined);
const Counts = createContext<ReadonlyMap<number, CommentCount> | undefined>(undefined);
const Sight = createContext(() => {});
const none: never[] = [];

/** The most items whose comments are counted in one call. */
const mostCounted = 500;

interface LastEditsProps {
  instanceId: number;
  templateId: string;
  rows: readonly ItemRow[] | undefined;
  /** The hidden columns: nothing is loaded for those. */
  hidden: readonly string[];
  children: ReactNode;
}

/**
 * Loads the last edits of a page's items and the number of their comments for its last columns, each in one request after the page itself.
 * In most lists they are out of view, so nothing is loaded until one of them has been seen.
 */
export function LastEdits({ instanceId, templateId, rows = none, hidden, children }: LastEditsProps) {
  const [isSeen, setSeen] = useState(false);
  const see = useCallback(() => setSeen(true), []);
  const isShown = isSeen && (!hidden.includes(at) || !hidden.includes(by));
  const query = itemQueries.edits(useRequest(), instanceId, templateId, rows);
  const { data } = useQuery({ ...query, enabled: isShown && rows.length > 0 });
  const ids = useMemo(() => rows.slice(0, mostCounted).map(({ id }) => id), [rows]);
  const mayRead = useRefusal(comments.list) === null;
  const counts = useQuery({
    ...commentCountsQuery(useRequest(), instanceId, templateId, ids),
    enabled: isSeen && mayRead && !hidden.includes(openComments) && ids.length > 0,
  });
  return (
    <Sight value={see}>
      <Edits value={data}>
        <Counts value={counts.data}>{children}</Counts>
      </Edits>
    </Sight>
  );
}

/** In the header of each, to notice when the column comes into view. */
function SeenMark() {
  const [ref, isSeen] = useInView();
  const see = useContext(Sight);
  useEffect(() => {
    if (isSeen) see();
  }, [isSeen, see]);
  return <span ref={ref} className={classes.seen} aria-hidden />;
}

const useEdit = (id: number): ItemEdit | undefined => useContext(Edits)?.get(id);

// Only texts: a list has a cell of each column in every row.
function EditedAt({ id }: { id: number }) {
  const edit = useEdit(id);
  return edit && whenText(edit.at);
}

function EditedBy({ id }: { id: number }) {
  const edit = useEdit(id);
  return edit && edit.by !== null && authorName(edit.by, 'start');
}

/** How many threads of an item are open; opens them. */
function OpenComments({ id, to }: { id: number; to: string }) {
  const found = useContext(Counts)?.get(id);
  if (!found || found.open + found.unread === 0) return null;
  const isUnread = found.unread > 0;
  const name = found.open > 0 ? count(found.open, 'open comment') : texts.comments;
  return (
    <PlainLink
      to={`${to}?comments`}
      hasBackLink
      className={classes.comments}
      data-unread={isUnread || undefined}
      aria-label={isUnread ? `${name}, unread` : name}
    >
      {found.open > 0 ? found.open : '•'}
    </PlainLink>
  );
}

const dimmed = { className: classes.edited };

/** The last columns of every list, so that at 390 they are not next to the label. */
export const lastColumns = (to: (row: ItemRow) => string): TableColumn<ItemRow>[] => [
  {
    id: openComments,
    header: texts.comments,
    icon: <SeenMark />,
    width: 112,
    align: 'right',
    cell: (row) => <OpenComments id={row.id} to={to(row)} />,
  },
  {
    id: at,
    header: 'Edited',
    icon: <SeenMark />,
    width: 136,
    cell: ({ id }) => <EditedAt id={id} />,
    cellProps: () => dimmed,
  },
  {
    id: by,
    header: 'Edited by',
    icon: <SeenMark />,
    width: 148,
    cell: ({ id }) => <EditedBy id={id} />,
    cellProps: () => dimmed,
  },
];
