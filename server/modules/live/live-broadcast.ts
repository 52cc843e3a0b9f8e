import type { LiveMessage } from '@quartermaster/contract/endpoints/live.ts';
import type { Deps } from '../../core/app/deps.ts';
import { createPauses } from '../../core/base/pauses.ts';
import { readEvents } from '../../core/events/event-repository.ts';
import type { Change } from '../../core/events/news.ts';
import { rowTopics, toChange } from './live-change.ts';
import type { Positions } from './live-repository.ts';
import { endReader, type PendingChange, type Reader, retryText, sendText, textOf } from './reader.ts';
import { checkReaders, concernsReader, mayReceive, toChanges } from './reader-access.ts';
import type { RowNews } from './row-news.ts';

/** The most events that are read at once, and that a reader is told of after a break; beyond it, everything may have changed. */
const mostAtOnce = 500;

/** Readers whose access is checked in one statement before messages are sent to them. */
const mostChecked = 100;

/** Who is told: those who follow, and those who are about to. */
export interface Audience {
  readers: Set<Reader>;
  joining: Set<Reader>;
  /** Called when somebody has left: refused, if by the end of a session or of access. */
  onLeft: (reader: Reader, isRefused: boolean) => void;
}

/** How the access of those who are sent something is checked. */
export type ForEachOpen = ReturnType<typeof createBroadcast>['forEachOpen'];

/** Sends an audience what its members may receive, by their access at that moment. */
export function createBroadcast(
  { database: { query }, clock }: Pick<Deps, 'database' | 'clock'>,
  { readers, joining, onLeft }: Audience,
) {
  const leave = (reader: Reader, isRefused = false) => {
    endReader(reader);
    const isNews = readers.delete(reader) || joining.delete(reader);
    if (isNews) onLeft(reader, isRefused);
  };

  /** What the next events have to tell; `last` is the position of the last of them, and with `isFull` there may be more. */
  const readChanges = async (after: number) => {
    const events = await readEvents(query, after, mostAtOnce);
    const changes = events.flatMap((event): Required<PendingChange>[] => {
      const change = toChange(event);
      return change ? [{ change, position: event.position }] : [];
    });
    return { changes, last: events.at(-1)?.position, isFull: events.length === mostAtOnce };
  };

  /** Ends the streams of those who have lost something, and returns the others. */
  const check = async (concerned: readonly Reader[]): Promise<Set<Reader>> => {
    if (concerned.length === 0) return new Set();
    const { open, lost } = await checkReaders(query, concerned, clock.now());
    for (const reader of lost) sendText(reader, textOf({ type: 'access' }));
    for (const reader of concerned) if (!open.has(reader)) leave(reader, true);
    return open;
  };

  /** Calls back for each of these readers who may go on, by their access at that moment; lets other work run in between. */
  const forEachOpen = async (concerned: readonly Reader[], sendOne: (reader: Reader) => void): Promise<void> => {
    const pause = createPauses();
    for (let at = 0; at < concerned.length; at += mostChecked) {
      for (const reader of await check(concerned.slice(at, at + mostChecked))) sendOne(reader);
      await pause();
    }
  };

  /** Sends each reader events and changed rows; `all` if the access of all of them may have changed. */
  const broadcast = async (
    events: readonly PendingChange[],
    rows: readonly Change[],
    { all, reads }: { all: boolean; reads: Pick<LiveMessage, 'read_from'> },
  ) => {
    const changes = [...events, ...rows.flatMap((one) => toChanges(one, readers))];
    const changed = new Set(changes.map(({ change }) => change.instance_id));
    const ofAccess = rows.filter(({ topic }) => topic === 'access');
    const isRechecked = (reader: Reader) => all || ofAccess.some((one) => concernsReader(reader, one));
    const concerned = [...readers].filter(
      (reader) => isRechecked(reader) || reader.instanceIds.some((id) => changed.has(id)),
    );
    if (concerned.length === 0) return;
    const rechecked = new Set(concerned.filter(isRechecked));
    const texts = new Map(changes.map((one) => [one, textOf({ ...one.change, ...reads }, one.position)]));
    await forEachOpen(concerned, (reader) => {
      if (rechecked.has(reader)) sendText(reader, textOf({ type: 'access' }));
      for (const [{ change }, text] of texts) if (mayReceive(reader, change)) sendText(reader, text);
    });
  };

  /** Sends a reader who goes on the changed rows. An instance that may not be read may have been lost meanwhile, and no news says so. */
  const sendRows = (reader: Reader, rows: readonly Change[], reads: Pick<LiveMessage, 'read_from'>) => {
    const isChanged = rows.some((one) => one.topic === 'access' && concernsReader(reader, one));
    if (isChanged || reader.instanceIds.some((id) => !reader.callers.has(id)))
      sendText(reader, textOf({ type: 'access' }));
    const followed = rows.filter(({ scope, id }) => scope !== 'instance' || reader.instanceIds.includes(id));
    for (const { change } of followed.flatMap((one) => toChanges(one, [reader])))
      if (mayReceive(reader, change)) sendText(reader, textOf({ ...change, ...reads }));
  };

  /** Lets new readers in: each gets what has happened since its position, and everything from now on. */
  const admit = async (
    newcomers: readonly Reader[],
    { last, deleted }: Positions,
    { reads, rowsSince }: { reads: Pick<LiveMessage, 'read_from'>; rowsSince: RowNews['since'] },
  ) => {
    await check(newcomers);
    const after = Math.min(...newcomers.flatMap(({ after: since = last }) => (since >= deleted ? since : last)));
    const missed = after < last ? await readChanges(after) : undefined;
    for (const reader of newcomers) {
      // Refused, or closed meanwhile: nothing would remove it again.
      if (!joining.delete(reader)) continue;
      readers.add(reader);
      const since = reader.after ?? last;
      if (since < deleted || since > last || (missed?.isFull && since < last))
        sendText(reader, textOf({ type: 'reset', ...reads }));
      else {
        for (const { change, position: at } of missed?.changes ?? [])
          if (at > since && at <= last && mayReceive(reader, change))
            sendText(reader, textOf({ ...change, ...reads }, at));
        if (reader.after !== undefined) sendRows(reader, rowsSince(since) ?? allRows(reader), reads);
      }
      sendText(reader, retryText() + textOf({ type: 'hello', stream: reader.name, ...reads }, last));
    }
  };

  return { leave, readChanges, check, forEachOpen, broadcast, admit };
}

/** All that may have changed without a position, for a reader that may have missed some of it. */
const allRows = ({ session, instanceIds }: Reader): Change[] => [
  { topic: 'access', scope: 'account', id: session.accountId },
  ...instanceIds.flatMap((id) => rowTopics.map((topic): Change => ({ topic, scope: 'instance', id }))),
];
