import { refusalOf } from '@quartermaster/contract/access.ts';
import { readsSubject } from '@quartermaster/contract/comment-subjects.ts';
import type { RowHashes } from '@quartermaster/contract/content/row-anchors.ts';
import type { Comment, CommentCount, Thread, ThreadSubject } from '@quartermaster/contract/endpoints/comments.ts';
import type { Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import { toThreadSubject } from '../../core/base/thread-subject.ts';
import type { Query } from '../../core/database/database.ts';
import { demand, type InstanceCaller } from '../../core/session/access.ts';
import { placeRows, readFieldLabels } from './anchor.ts';
import { findReadable } from './comment-readers.ts';
import { toComment, toThreads } from './describe-threads.ts';
import { readSubject, requireTarget, type Subject } from './require-target.ts';
import {
  countOfItems,
  findThread,
  findUnread,
  listLineLabels,
  listReplies,
  listThreads,
  readNames,
  type ThreadCommentRow,
  type ThreadRow,
} from './thread-repository.ts';

type Needs = Pick<Deps, 'database' | 'clock'>;

/** The error for a comment that does not exist, or not for the caller. */
export const noSuchComment = (): AppError =>
  new AppError('not_found', { message: 'This comment does not exist any more.' });

/** The threads about something, as the caller sees them. */
export async function readThreads(deps: Needs, caller: InstanceCaller, target: ThreadSubject): Promise<Thread[]> {
  const { query } = deps.database;
  demand(readsSubject[target.about], caller.grants);
  await requireTarget(query, caller.instanceId, target);
  const rows = await listThreads(query, { ...target, projectId: caller.projectId });
  return describeThreads(query, caller, { target, rows, at: deps.clock.now() });
}

/** The next answers of a thread after one of its comments. */
export async function readReplies(
  { database: { query } }: Needs,
  caller: InstanceCaller,
  commentId: number,
  after = 0,
): Promise<Comment[]> {
  const thread = await findThread(query, caller.projectId, commentId);
  if (!thread) throw noSuchComment();
  await requireSubject(query, caller, thread);
  const rows = await listReplies(query, thread.id, after);
  const reader = {
    accountId: readerOf(caller),
    names: await readNames(
      query,
      rows.flatMap(({ mentions }) => mentions),
    ),
  };
  return rows.map((row) => toComment(row, reader));
}

/** The account that has comments of its own; null for a token. */
const readerOf = ({ actor }: InstanceCaller): number | null => (actor.kind === 'account' ? actor.accountId : null);

interface Described {
  /** What the threads are about. */
  target: ThreadSubject;
  /** The same, if it was already read. */
  subject?: Subject | undefined;
  rows: readonly ThreadCommentRow[];
  at: Date;
}

/** Threads with all that the caller sees of them. */
export async function describeThreads(
  query: Query,
  caller: InstanceCaller,
  { target, subject: known, rows, at }: Described,
): Promise<Thread[]> {
  const firsts = rows.filter(({ thread_id }) => thread_id === null);
  const accountId = readerOf(caller);
  const unread = await findUnread(
    query,
    firsts.map(({ id }) => id),
    accountId,
  );
  const readable = new Set([caller.instanceId]);
  const quoted = new Set(firsts.flatMap(({ instance_id, quote }) => (quote === '' ? [] : [instance_id])));
  if (accountId !== null)
    for (const instanceId of await findReadable(query, accountId, [...quoted], at)) readable.add(instanceId);
  const hashes: RowHashes = new Map();
  const fieldIds = firsts.flatMap(({ field_id }) => field_id ?? []);
  // Only threads on fields need the template and the values.
  const subject = known ?? (fieldIds.length > 0 ? await readSubject(query, caller.instanceId, target) : {});
  return toThreads(rows, {
    unread,
    accountId,
    names: await readNames(
      query,
      rows.flatMap(({ mentions }) => mentions),
    ),
    readsIn: (instanceId) => readable.has(instanceId),
    placeRows: (fieldId, stored) => placeRows(subject, fieldId, stored, hashes),
    labels: subject.model ? await readFieldLabels(query, subject.model, fieldIds) : new Map(),
    lineLabel: await findLineLabels(query, caller.instanceId, firsts),
  });
}

/** Looks up the labels of lines as they are in an instance. */
async function findLineLabels(query: Query, instanceId: number, firsts: readonly ThreadCommentRow[]) {
  const lines = firsts.flatMap(({ subject_id, template_id, item_id, line }) =>
    subject_id !== null && template_id !== null && line === null ? [{ template_id, item_id }] : [],
  );
  const found = lines.length > 0 ? await listLineLabels(query, instanceId, lines) : [];
  const keyOf = (line: Pick<ThreadCommentRow, 'template_id' | 'item_id'>) => `${line.item_id} ${line.template_id}`;
  const labels = new Map(found.map((line) => [keyOf(line), line.label]));
  return (first: ThreadCommentRow) =>
    first.subject_id === null || first.line !== null ? undefined : labels.get(keyOf(first));
}

/** How many threads these items have. */
export const countThreadsOfItems = (
  { database: { query } }: Needs,
  caller: InstanceCaller,
  { template_id: templateId, item_ids: itemIds }: { template_id: string; item_ids: readonly number[] },
): Promise<CommentCount[]> =>
  countOfItems(query, {
    projectId: caller.projectId,
    instanceId: caller.instanceId,
    templateId,
    itemIds,
    accountId: readerOf(caller),
  });

/** What the thread of a first comment is about; 404 unless the caller can read it there. */
export async function requireSubject(query: Query, caller: InstanceCaller, first: ThreadRow): Promise<ThreadSubject> {
  const { about } = first;
  if (about === null || refusalOf(readsSubject[about], caller.grants) !== null) throw noSuchComment();
  const target = toThreadSubject({ ...first, about });
  await requireTarget(query, caller.instanceId, target);
  return target;
}
