import { refusalOf } from '@quartermaster/contract/access.ts';
import { readsSubject } from '@quartermaster/contract/comment-subjects.ts';
import type { CommentSubject } from '@quartermaster/contract/endpoints/comments.ts';
import type { Query } from '../../core/database/database.ts';
import { readInstanceCallers } from '../../core/session/access.ts';
import { withoutSession } from '../../core/session/session-token.ts';

/** Whether accounts may read something in instances at a time. */
async function mayRead(
  query: Query,
  about: CommentSubject,
  pairs: readonly { accountId: number; instanceId: number }[],
  at: Date,
): Promise<boolean[]> {
  // There are no sessions, and so none that can have ended.
  const issuedAt = Math.ceil(at.getTime() / 1000);
  const calls = pairs.map(({ accountId, instanceId }) => ({
    instanceId,
    session: { accountId, issuedAt, ...withoutSession },
  }));
  const callers = await readInstanceCallers(query, calls, at);
  return callers.map((caller) => caller !== undefined && refusalOf(readsSubject[about], caller.grants) === null);
}

/** Those of these accounts who may read something in an instance at a time. */
export async function findReaders(
  query: Query,
  { instanceId, about }: { instanceId: number; about: CommentSubject },
  accountIds: readonly number[],
  at: Date,
): Promise<Set<number>> {
  const pairs = accountIds.map((accountId) => ({ accountId, instanceId }));
  const may = await mayRead(query, about, pairs, at);
  return new Set(accountIds.filter((_, index) => may[index]));
}

/** Those of these instances whose items an account may read at a time. */
export async function findReadable(
  query: Query,
  accountId: number,
  instanceIds: readonly number[],
  at: Date,
): Promise<number[]> {
  const pairs = instanceIds.map((instanceId) => ({ accountId, instanceId }));
  const may = await mayRead(query, 'item', pairs, at);
  return instanceIds.filter((_, index) => may[index]);
}
