import { refusalOf } from '@quartermaster/contract/access.ts';
import type { LiveChange } from '@quartermaster/contract/endpoints/live.ts';
import { type LiveTopic, liveTopics } from '@quartermaster/contract/live-topics.ts';
import { presenceSpots, type SpotKind } from '@quartermaster/contract/presence-spots.ts';
import type { Query } from '../../core/database/database.ts';
import type { Change } from '../../core/events/news.ts';
import { areOpen, type InstanceCaller, type InstanceSession, readInstanceCallers } from '../../core/session/access.ts';
import type { PendingChange, Reader } from './reader.ts';

/**
 * Reads what these readers may do at this moment, for all of them at once. `open` are those who may go on, `lost` those of the others who
 * have lost the access to an instance; all others have no session any more.
 */
export async function checkReaders(
  query: Query,
  readers: readonly Reader[],
  now: Date,
): Promise<{ open: Set<Reader>; lost: Set<Reader> }> {
  const calls: (InstanceSession & { reader: Reader })[] = readers.flatMap((reader) =>
    reader.instanceIds.map((instanceId) => ({ reader, session: reader.session, instanceId })),
  );
  const callers = await readInstanceCallers(query, calls, now);
  const sessions = await areOpen(
    query,
    readers.map(({ session }) => session),
  );
  const after = new Map(readers.map((reader) => [reader, new Map<number, InstanceCaller>()]));
  for (const [at, { reader, instanceId }] of calls.entries()) {
    const caller = callers[at];
    if (caller) after.get(reader)?.set(instanceId, caller);
  }
  const open = new Set<Reader>();
  const lost = new Set<Reader>();
  for (const [at, reader] of readers.entries()) {
    const callersNow = after.get(reader) ?? new Map<number, InstanceCaller>();
    const hasLost = [...reader.callers].some(([id, caller]) => mayRead(caller) && !mayRead(callersNow.get(id)));
    reader.callers = callersNow;
    if (!sessions[at] || reader.expiresAt * 1000 <= now.getTime()) continue;
    if (hasLost) lost.add(reader);
    else open.add(reader);
  }
  return { open, lost };
}

/** Whether a reader may be sent a change, as of the last check. */
export function mayReceive(reader: Reader, { instance_id, topic }: LiveChange): boolean {
  return mayRead(reader.callers.get(instance_id), topic);
}

/** Whether a reader may have a spot of this kind open in an instance, as of the last check. */
export function mayOpen({ callers }: Reader, instanceId: number, kind: SpotKind): boolean {
  const caller = callers.get(instanceId);
  return caller !== undefined && refusalOf(presenceSpots[kind], caller.grants) === null;
}

const mayRead = (caller: InstanceCaller | undefined, topic: LiveTopic = 'items'): boolean =>
  caller !== undefined && refusalOf(liveTopics[topic], caller.grants) === null;

const isTopic = (topic: string): topic is LiveTopic => Object.hasOwn(liveTopics, topic);

/** Converts news of a topic to changes of the followed instances that it is about. */
export function toChanges({ topic, scope, id }: Change, readers: Iterable<Reader>): PendingChange[] {
  if (!isTopic(topic)) return [];
  const ids = new Set<number>();
  if (scope === 'instance') ids.add(id);
  else
    for (const { callers } of readers)
      for (const caller of callers.values()) if (idIn(caller, scope) === id) ids.add(caller.instanceId);
  return [...ids].map((instanceId) => ({ change: { type: 'change', instance_id: instanceId, topic } }));
}

const idIn = (caller: InstanceCaller, scope: 'project' | 'workspace' | 'account'): number | undefined =>
  ({ project: caller.projectId, workspace: caller.workspaceId, account: undefined })[scope];

/**
 * Whether changed access concerns a reader, as of the last check. A reader who is let into an instance learns it from the news of the
 * account, as strangers must not learn what changes in an instance that they have only asked for.
 */
export function concernsReader({ session, callers }: Reader, { scope, id }: Change): boolean {
  if (scope === 'account') return session.accountId === id;
  if (scope === 'instance') return callers.has(id);
  return [...callers.values()].some((caller) => idIn(caller, scope) === id);
}
