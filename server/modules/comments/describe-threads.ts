import type { StoredRow } from '@quartermaster/contract/content/row-anchors.ts';
import type { Comment, Thread } from '@quartermaster/contract/endpoints/comments.ts';
import { personOf } from '../../core/base/actor.ts';
import { mapWithPauses } from '../../core/base/pauses.ts';
import { toThreadSubject } from '../../core/base/thread-subject.ts';
import type { CommentRow, ThreadCommentRow } from './thread-repository.ts';

/** The reader of the comments. */
export interface CommentReader {
  /** Null for a token, which has no comments of its own. */
  accountId: number | null;
  /** The names of people, by the ids of their accounts. */
  names: ReadonlyMap<number, string>;
}

interface ThreadReader extends CommentReader {
  unread: ReadonlySet<number>;
  /** Whether quotes of an instance's values can be given. */
  readsIn: (instanceId: number) => boolean;
  /** The indexes that the rows of a thread have now. */
  placeRows: (fieldId: string | null, stored: readonly StoredRow[]) => number[] | null;
  /** The labels of fields, by id. */
  labels: ReadonlyMap<string, string>;
  /** The label of a line of a review, a release or a proposal. */
  lineLabel: (first: ThreadCommentRow) => string | undefined;
}

/** Comments as threads, in the order of their first ones. */
export async function toThreads(rows: readonly ThreadCommentRow[], reader: ThreadReader): Promise<Thread[]> {
  const answers = Map.groupBy(rows, ({ id, thread_id }) => thread_id ?? id);
  const threads = await mapWithPauses([...answers.values()], (comments) => {
    const first = comments.find(({ thread_id }) => thread_id === null);
    return first?.about ? [toThread({ ...first, about: first.about }, comments, reader)] : [];
  });
  return threads.flat();
}

function toThread(
  first: ThreadCommentRow & { about: Thread['about'] },
  comments: readonly ThreadCommentRow[],
  reader: ThreadReader,
): Thread {
  const { unread, readsIn, placeRows, labels } = reader;
  const lineLabel = reader.lineLabel(first);
  return {
    id: first.id,
    ...toThreadSubject(first),
    ...(first.line !== null && { line: first.line }),
    ...(first.field_id !== null && { field_id: first.field_id }),
    ...(first.rows !== null && { rows: placeRows(first.field_id, first.rows) }),
    quote: readsIn(first.instance_id) ? first.quote : '',
    ...(first.field_id !== null && { field_label: labels.get(first.field_id) ?? first.field_label }),
    ...(lineLabel !== undefined && { line_label: lineLabel }),
    resolved: first.resolved_at && {
      by: { id: first.resolved_by, name: first.resolver ?? '' },
      at: first.resolved_at.toISOString(),
    },
    is_unread: unread.has(first.id),
    comments: comments.map((comment) => toComment(comment, reader)),
    comment_count: first.comment_count,
  };
}

/** A comment as its reader sees it. */
export const toComment = (row: CommentRow, { accountId, names }: CommentReader): Comment => ({
  id: row.id,
  text: row.text,
  by: personOf(row),
  is_own: row.actor === 'account' && row.account_id === accountId,
  env: row.env,
  mentions: row.mentions
    .toSorted((a, b) => a - b)
    .flatMap((id) => {
      const name = names.get(id);
      return name === undefined ? [] : [{ id, name }];
    }),
  created_at: row.created_at.toISOString(),
  edited_at: row.edited_at?.toISOString() ?? null,
  is_deleted: row.deleted_at !== null,
});
