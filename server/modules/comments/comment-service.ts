import { readsSubject } from '@quartermaster/contract/comment-subjects.ts';
import type { NewThread, Thread, ThreadSubject } from '@quartermaster/contract/endpoints/comments.ts';
import {
  commentLimits,
  commentRule,
  manyRepliesSentence,
  manyThreadsSentence,
} from '@quartermaster/contract/rules/comments.ts';
import type { Deps } from '../../core/app/deps.ts';
import type { Unit } from '../../core/app/unit.ts';
import { accountOf } from '../../core/base/actor.ts';
import { AppError, invalidField } from '../../core/base/errors.ts';
import { toThreadSubject } from '../../core/base/thread-subject.ts';
import type { Query } from '../../core/database/database.ts';
import { checkRule } from '../../core/http/check-rule.ts';
import { demand, type InstanceCaller } from '../../core/session/access.ts';
import { anchorOf } from './anchor.ts';
import { findReaders } from './comment-readers.ts';
import { describeThreads, noSuchComment, requireSubject } from './read-threads.ts';
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
import { readSubject, requireLine, type Subject } from './require-target.ts';
import {
  countComments,
  countThreads,
  findLast,
  findThread,
  listThread,
  lockThread,
  readMentions,
} from './thread-repository.ts';

type Needs = Pick<Deps, 'database' | 'unit' | 'clock'>;

/** A comment as it was sent. */
interface SentComment {
  text: string;
  mentions?: readonly number[] | undefined;
}

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
    const subject = await readSubject(query, caller.instanceId, target);
    await requireLine(query, target);
    const anchor = await anchorOf(query, subject, { ...target, version });
    const scope = { ...target, projectId: caller.projectId };
    if ((await countThreads(query, scope)) >= commentLimits.threads)
      throw new AppError('invalid', { message: manyThreadsSentence });
    return store(work, caller, clock.now(), { ...checked, mentions }, { of: target, subject, target, ...anchor });
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
    const { threadId, target } = await openThread(query, caller, commentId);
    const checked = await checkRule(commentRule, { text });
    if ((await countComments(query, threadId)) >= commentLimits.replies)
      throw new AppError('invalid', { message: manyRepliesSentence });
    await writeResolved(query, threadId, null);
    return store(work, caller, clock.now(), { ...checked, mentions }, { of: target, threadId });
  });
}

/** Where a comment is stored: in a new thread about a target, or as an answer. */
type Place = Pick<NewComment, 'target' | 'rows' | 'fieldLabel' | 'quote'> & {
  /** What the thread is about. */
  of: ThreadSubject;
  subject?: Subject;
  threadId?: number;
};

async function store(
  { query, emit }: Unit,
  caller: InstanceCaller,
  at: Date,
  { text, mentions = [] }: SentComment,
  { of, subject, ...thread }: Place,
): Promise<Thread> {
  const { projectId, instanceId, actor } = caller;
  const { about } = of;
  const mentioned = await requireReaders(query, { instanceId, about }, mentions, at);
  const id = await insertComment(query, {
    projectId,
    instanceId,
    actor,
    text,
    mentions: mentioned,
    at,
    ...thread,
    threadId: thread.threadId ?? null,
  });
  const accountId = accountOf(actor);
  await insertMentions(
    query,
    id,
    mentioned.filter((one) => one !== accountId),
    at,
  );
  const threadId = thread.threadId ?? id;
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
  return theThread(await describeThreads(query, caller, { target: of, subject, rows, at }));
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
  throw invalidField('mentions', 'Only people who may read this can be mentioned.');
}

/** Changes the text of one's own comment. */
export function changeComment(
  { unit, clock }: Needs,
  caller: InstanceCaller,
  commentId: number,
  { text, mentions }: SentComment,
): Promise<Thread> {
  return unit(async ({ query }) => {
    const { threadId, accountId, target } = await openThread(query, caller, commentId);
    const checked = await checkRule(commentRule, { text });
    const at = clock.now();
    const before = await readMentions(query, commentId);
    const mentioned = mentions ?? before;
    // Those who were mentioned before may have lost access since.
    const added = mentioned.filter((id) => !before.includes(id));
    await requireReaders(query, { instanceId: caller.instanceId, about: target.about }, added, at);
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
    return theThread(await describeThreads(query, caller, { target, rows, at }));
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
    const { threadId, accountId, target } = await openThread(query, caller, commentId);
    const at = clock.now();
    await writeResolved(query, threadId, resolved ? { by: accountId, at } : null);
    const rows = await listThread(query, threadId);
    return theThread(await describeThreads(query, caller, { target, rows, at }));
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

/** The thread of a comment, locked until the end of the transaction; 404 unless the caller can read there what it is about. */
async function openThread(query: Query, caller: InstanceCaller, commentId: number) {
  const thread = await lockThread(query, caller.projectId, commentId);
  if (!thread) throw noSuchComment();
  const target = await requireSubject(query, caller, thread);
  return { threadId: thread.id, target, accountId: accountOf(caller.actor) ?? 0 };
}

/** The one thread that was described. */
function theThread([thread]: Thread[]): Thread {
  if (!thread) throw noSuchComment();
  return thread;
}
