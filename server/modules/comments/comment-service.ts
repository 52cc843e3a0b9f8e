import { refusalOf } from '@quartermaster/contract/access.ts';
import { readsSubject } from '@quartermaster/contract/comment-subjects.ts';
import type {
  Comment,
  CommentCount,
  CommentSubject,
  NewThread,
  Thread,
  ThreadSubject,
} from '@quartermaster/contract/endpoints/comments.ts';
import {
  commentLimits,
  commentRule,
  manyRepliesSentence,
  manyThreadsSentence,
} from '@quartermaster/contract/rules/comments.ts';
import type { Deps } from '../../core/app/deps.ts';
import type { Unit } from '../../core/app/unit.ts';
import { accountOf } from '../../core/base/actor.ts';
import { AppError } from '../../core/base/errors.ts';
import { toThreadSubject } from '../../core/base/thread-subject.ts';
import type { Query } from '../../core/database/database.ts';
import { checkRule } from '../../core/http/check-rule.ts';
import { demand, type InstanceCaller } from '../../core/session/access.ts';
import { anchorOf, placeRows, readFieldLabels } from './anchor.ts';
import { findReadable, findReaders } from './comment-readers.ts';
import { toComment, toThreads } from './describe-threads.ts';
import {
  deleteEmptyThread,
  deleteMentions,
  emptyComment,
  insertComment,
  insertMentions,
  type NewComment,
  writeRead,
  writeResolved,
  writeText,
} from './repository.ts';
import { requireLine, requireTarget, type Subject } from './require-target.ts';
import type { RowHashes } from './row-anchors.ts';
import {
  countComments,
  countOfItems,
  countThreads,
  findLast,
  findThread,
  findUnread,
  listLineLabels,
  listReplies,
  listThread,
  listThreads,
  lockThread,
  readMentions,
  readNames,
  type ThreadCommentRow,
  type ThreadRow,
} from './thread-repository.ts';

type Needs = Pick<Deps, 'database' | 'unit' | 'clock'>;

/** A comment as it was sent. */
interface SentComment {
  text: string;
  mentions?: readonly number[] | undefined;
}

const noSuchComment = () => new AppError('not_found', { message: 'This comment does not exist any more.' });

/** The threads about something, as the caller sees them. */
export async function readThreads(deps: Needs, caller: InstanceCaller, target: ThreadSubject): Promise<Thread[]> {
  const { query } = deps.database;
  demand(readsSubject[target.about], caller.grants);
  const subject = await requireTarget(query, caller.instanceId, target);
  const rows = await listThreads(query, { ...target, projectId: caller.projectId });
  return describe(query, caller, { subject, rows, at: deps.clock.now() });
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
  subject: Subject;
  rows: readonly ThreadCommentRow[];
  at: Date;
}

async function describe(query: Query, caller: InstanceCaller, { subject, rows, at }: Described): Promise<Thread[]> {
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
  { projectId, instanceId, actor }: InstanceCaller,
  { template_id: templateId, item_ids: itemIds }: { template_id: string; item_ids: readonly number[] },
): Promise<CommentCount[]> =>
  countOfItems(query, {
    projectId,
    instanceId,
    templateId,
    itemIds,
    accountId: actor.kind === 'account' ? actor.accountId : null,
  });

/** Begins a thread with a first comment. */
export function beginThread(
  { unit, clock }: Needs,
  caller: InstanceCaller,
  { text, mentions, version, ...target }: NewThread,
): Promise<Thread> {
  return unit(async (work) => {
    const { query } = work;
    demand(readsSubject[target.about], caller.grants);
    const checked = await checkRule(commentRule, { text });
    const subject = await requireTarget(query, caller.instanceId, target);
    await requireLine(query, target);
    const anchor = await anchorOf(query, subject, { ...target, version });
    const scope = { ...target, projectId: caller.projectId };
    if ((await countThreads(query, scope)) >= commentLimits.threads)
      throw new AppError('invalid', { message: manyThreadsSentence });
    return store(work, caller, clock.now(), { ...checked, mentions }, { target, subject, ...anchor });
  });
}

/** Answers in a thread; a resolved one is open again. */
export function answerThread(
  { unit, clock }: Needs,
  caller: InstanceCaller,
  commentId: number,
  { text, mentions }: SentComment,
): Promise<Thread> {
  return unit(async (work) => {
    const { query } = work;
    const { threadId, subject, about } = await openThread(query, caller, commentId);
    const checked = await checkRule(commentRule, { text });
    if ((await countComments(query, threadId)) >= commentLimits.replies)
      throw new AppError('invalid', { message: manyRepliesSentence });
    await writeResolved(query, threadId, null);
    return store(work, caller, clock.now(), { ...checked, mentions }, { threadId, about, subject });
  });
}

/** Where a comment is stored: in a new thread about a target, or as an answer. */
type Place = Pick<NewComment, 'target' | 'rows' | 'fieldLabel' | 'quote'> & {
  subject: Subject;
  threadId?: number;
  about?: CommentSubject;
};

async function store(
  { query, emit }: Unit,
  caller: InstanceCaller,
  at: Date,
  { text, mentions = [] }: SentComment,
  { subject, about: answered, ...of }: Place,
): Promise<Thread> {
  const { projectId, instanceId, actor } = caller;
  const about = answered ?? of.target?.about ?? 'item';
  const mentioned = await requireReaders(query, { instanceId, about }, mentions, at);
  const id = await insertComment(query, {
    projectId,
    instanceId,
    actor,
    text,
    mentions: mentioned,
    at,
    ...of,
    threadId: of.threadId ?? null,
  });
  const accountId = accountOf(actor);
  await insertMentions(
    query,
    id,
    mentioned.filter((one) => one !== accountId),
    at,
  );
  const threadId = of.threadId ?? id;
  if (accountId !== null && actor.kind === 'account') await writeRead(query, { accountId, threadId, upTo: id, at });
  const rows = await listThread(query, threadId);
  const [first] = rows;
  await emit({
    instanceId,
    author: { actor, origin: 'form' },
    kind: 'comment.created',
    comment_id: id,
    thread_id: threadId,
    ...(first ? toThreadSubject({ ...first, about }) : { about }),
  });
  return theThread(await describe(query, caller, { subject, rows, at }));
}

/** Those who are mentioned; throws unless all of them may read the instance. */
async function requireReaders(
  query: Query,
  readers: Parameters<typeof findReaders>[1],
  mentions: readonly number[],
  at: Date,
): Promise<number[]> {
  if (mentions.length === 0) return [];
  const found = await findReaders(query, readers, mentions, at);
  if (mentions.every((id) => found.has(id))) return [...mentions];
  const message = 'Only people who may read this can be mentioned.';
  throw new AppError('invalid', { message, fields: { mentions: message } });
}

/** Changes the text of one's own comment. */
export function changeComment(
  { unit, clock }: Needs,
  caller: InstanceCaller,
  commentId: number,
  { text, mentions }: SentComment,
): Promise<Thread> {
  return unit(async ({ query }) => {
    const { threadId, accountId, subject, about } = await openThread(query, caller, commentId);
    const checked = await checkRule(commentRule, { text });
    const at = clock.now();
    const before = await readMentions(query, commentId);
    const mentioned = mentions ?? before;
    // Those who were mentioned before may have lost access since.
    const added = mentioned.filter((id) => !before.includes(id));
    await requireReaders(query, { instanceId: caller.instanceId, about }, added, at);
    if (!(await writeText(query, { id: commentId, accountId, ...checked, mentions: mentioned, at })))
      throw new AppError('forbidden');
    await deleteMentions(query, commentId, mentioned);
    await insertMentions(
      query,
      commentId,
      added.filter((one) => one !== accountId),
      at,
    );
    const rows = await listThread(query, threadId);
    return theThread(await describe(query, caller, { subject, rows, at }));
  });
}

/** Deletes one's own comment, and its thread with the last one. */
export function removeComment({ unit, clock }: Needs, caller: InstanceCaller, commentId: number): Promise<void> {
  return unit(async ({ query }) => {
    const { threadId, accountId } = await openThread(query, caller, commentId);
    if (!(await emptyComment(query, commentId, accountId, clock.now()))) throw new AppError('forbidden');
    await deleteEmptyThread(query, threadId);
  });
}

/** Resolves a thread, or opens it again. */
export function resolveThread(
  { unit, clock }: Needs,
  caller: InstanceCaller,
  commentId: number,
  resolved: boolean,
): Promise<Thread> {
  return unit(async ({ query }) => {
    const { threadId, accountId, subject } = await openThread(query, caller, commentId);
    const at = clock.now();
    await writeResolved(query, threadId, resolved ? { by: accountId, at } : null);
    const rows = await listThread(query, threadId);
    return theThread(await describe(query, caller, { subject, rows, at }));
  });
}

/** Notes that the caller has read a thread up to a comment. */
export function noteRead(
  { unit, clock }: Needs,
  caller: InstanceCaller,
  commentId: number,
  upTo: number,
): Promise<void> {
  return unit(async ({ query }) => {
    const thread = await findThread(query, caller.projectId, commentId);
    if (!thread) throw noSuchComment();
    await requireSubject(query, caller, thread);
    const last = await findLast(query, thread.id, upTo);
    const accountId = accountOf(caller.actor) ?? 0;
    if (last !== undefined) await writeRead(query, { accountId, threadId: thread.id, upTo: last, at: clock.now() });
  });
}

/** The thread of a comment, which others change after this transaction; 404 unless the caller can read there what it is about. */
async function openThread(query: Query, caller: InstanceCaller, commentId: number) {
  const thread = await lockThread(query, caller.projectId, commentId);
  if (!thread) throw noSuchComment();
  const { subject, about } = await requireSubject(query, caller, thread);
  return { threadId: thread.id, subject, about, accountId: accountOf(caller.actor) ?? 0 };
}

/** What the thread of a first comment is about; 404 unless the caller can read it there. */
async function requireSubject(query: Query, caller: InstanceCaller, first: ThreadRow) {
  const { about } = first;
  if (about === null || refusalOf(readsSubject[about], caller.grants) !== null) throw noSuchComment();
  return { about, subject: await requireTarget(query, caller.instanceId, toThreadSubject({ ...first, about })) };
}

/** The one thread that was described. */
function theThread([thread]: Thread[]): Thread {
  if (!thread) throw noSuchComment();
  return thread;
}
